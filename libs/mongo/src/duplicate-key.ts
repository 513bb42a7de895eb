const DUPLICATE_KEY = 11_000;

/** Whether a unique index rejected a write. */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === DUPLICATE_KEY;
}
