const DAY_MS = 86_400_000;
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);

/** Excel has a 29 February 1900; from the day after it, all calendars agree. */
const FIRST_MS = Date.UTC(1900, 2, 1);

/** A time on the wall in days of the 1900 system; undefined before its calendar begins. */
export function toSerialDate(wallMs: number | undefined): number | undefined {
  if (wallMs === undefined || wallMs < FIRST_MS) return undefined;
  return (wallMs - DAY_ZERO_MS) / DAY_MS;
}
