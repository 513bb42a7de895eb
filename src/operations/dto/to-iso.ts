/** A time as it is answered, where there may be none. */
export function toIso(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}
