/** The most arrivals in any window of that length; two that are a whole length apart share none. */
export function busiestWindow(arrivals: readonly number[], lengthMs: number): number {
  const sorted = arrivals.toSorted((one, other) => one - other);
  let oldest = 0;
  let most = 0;
  sorted.forEach((at, index) => {
    while (at - (sorted[oldest] ?? at) >= lengthMs) oldest += 1;
    most = Math.max(most, index - oldest + 1);
  });
  return most;
}

/**
 * How many arrive in a window of that length, on average over the windows that begin within a
 * length from `from`. Requests come in bursts, and a single window would count as many of them as
 * it happens to meet.
 */
export function averageWindow(arrivals: readonly number[], from: number, lengthMs: number): number {
  // An arrival is in the windows that begin up to a length before it.
  const shares = arrivals.map((at) => Math.max(0, 1 - Math.abs(at - from - lengthMs) / lengthMs));
  return shares.reduce((sum, share) => sum + share, 0);
}
