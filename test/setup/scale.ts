/** Whether the tests do all they can: `npm run verify:long` has them do that. */
export const isLong = process.env.TRIBUTARY_FAULTS === 'long';

/** A number for `npm run verify`, which people wait for, or that of `npm run verify:long`. */
export function scaled(short: number, long: number): number {
  return isLong ? long : short;
}
