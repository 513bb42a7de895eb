import { ZonedCalendar } from '@tributary/time-zones';

const DAY_MS = 86_400_000;
const YEAR_0_MS = Date.parse('0000-01-01T00:00:00Z');
const YEAR_10000_MS = Date.UTC(10_000, 0, 1);

/** What the clock on a wall in a time zone shows, for years of four digits. */
export class WallClock {
  private readonly zone: ZonedCalendar;

  constructor(timeZone: string) {
    const zone = ZonedCalendar.of(timeZone);
    if (!zone) throw new RangeError(`Unknown time zone ${timeZone}`);
    this.zone = zone;
  }

  /**
   * The time on the wall, as the milliseconds at which a clock in UTC shows the same; undefined
   * when its year has not four digits, or the date is none.
   */
  read(moment: Date): number | undefined {
    const ms = moment.getTime();
    // The zone does not know the days around the first and the last that a `Date` can hold.
    if (!(ms >= YEAR_0_MS - DAY_MS && ms < YEAR_10000_MS + DAY_MS)) return undefined;
    const wallMs = this.zone.wallMs(moment);
    return wallMs >= YEAR_0_MS && wallMs < YEAR_10000_MS ? wallMs : undefined;
  }

  /**
   * The time on the wall as text: `2024-11-01` at midnight, else `2024-11-01 10:30:00`. Other years
   * are in UTC, for which there is a notation, and a date that is none has no text.
   */
  text(moment: Date): string {
    const wallMs = this.read(moment);
    if (wallMs === undefined) return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
    const shown = new Date(wallMs).toISOString();
    const day = shown.slice(0, 10);
    return wallMs % DAY_MS === 0 ? day : `${day} ${shown.slice(11, 19)}`;
  }
}
