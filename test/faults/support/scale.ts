/** How much of everything the fault tests do: `npm run verify:faults` asks for the long series. */
const isLong = process.env.TRIBUTARY_FAULTS === 'long';

/** A number of the short series, which is part of `npm run verify`, or that of the long one. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short;
}

/** How long something may take to happen, on a machine that does ten other things. */
export const PATIENCE = { patienceMs: scaled(240_000, 3_600_000), pauseMs: 100 };

/** How long one test may take: what does not happen in it has to be noticed before, and tidied up. */
export const LIMIT_MS = 4 * PATIENCE.patienceMs;
