/** A nullable time as ISO text. */
export function toIso(time: Date | null | undefined): string | null {
  return time?.toISOString() ?? null;
}
