/** What waits is checked again after half the time that it has waited so far, at most this. */
const LATEST_CHECK_MS = 600_000;

/** When the reconciler checks again what has waited since a date and does not start before another. */
export function nextCheck(since: Date, firstCheckMs: number, notBefore?: Date): Date {
  const now = Date.now();
  const halfWaitedMs = (now - since.getTime()) / 2;
  const afterMs = Math.min(Math.max(firstCheckMs, halfWaitedMs), LATEST_CHECK_MS);
  return new Date(Math.max(now, notBefore?.getTime() ?? now) + afterMs);
}
