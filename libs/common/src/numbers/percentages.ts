/** Shares are rounded to a tenth of a percent. */
const PARTS = 1_000;
const PARTS_PER_PERCENT = 10;

/**
 * The shares of counts in percent, with one decimal, such that they sum to 100.0: each is rounded
 * down, and those with the largest remainders, the first ones among equals, get what is left.
 */
export function percentages(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const parts = counts.map((count) => Math.floor((count * PARTS) / total));
  const remainders = counts.map((count) => (count * PARTS) % total);
  const left = PARTS - parts.reduce((sum, part) => sum + part, 0);
  const largest = remainders
    .map((remainder, at) => ({ remainder, at }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at)
    .slice(0, left);
  for (const { at } of largest) parts[at]! += 1;
  return parts.map((part) => part / PARTS_PER_PERCENT);
}
