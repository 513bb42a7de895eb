const MS_PER_HOUR = 3_600_000;
const MS_PER_MINUTE = 60_000;

const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(am|pm|a\.m\.|p\.m\.|sa|ch))?(?: ?(z|utc|gmt|(?:utc|gmt)?[-+]\d{1,2}(?::?\d{2})?))?$/i;

/** A time of day. */
export interface TimeOfDay {
  /** Since midnight. */
  readonly ms: number;
  /** How far its clock is ahead of UTC, when it says so. */
  readonly offsetMs?: number;
}

/** Reads `10:00`, `10:00:30`, `3:59 PM` (or `CH`, in Vietnamese), with or without an offset. */
export function parseTime(text: string): TimeOfDay | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', half, zone] = match;
  const hour = readHour(Number(hours), half);
  if (hour === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const ms =
    hour * MS_PER_HOUR +
    Number(minutes) * MS_PER_MINUTE +
    Number(seconds) * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3));
  if (zone === undefined) return { ms };
  const offsetMs = readOffset(zone);
  return offsetMs === undefined ? undefined : { ms, offsetMs };
}

function readHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 23 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^[pc]/i.test(half) ? 12 : 0);
}

function readOffset(zone: string): number | undefined {
  const match = /([-+])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!match) return 0;
  const [, sign, hours, minutes = '0'] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const ms = Number(hours) * MS_PER_HOUR + Number(minutes) * MS_PER_MINUTE;
  return sign === '-' ? -ms : ms;
}
