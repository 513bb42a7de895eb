import { Temporal } from 'temporal-polyfill';

const MS_PER_DAY = 86_400_000;
const MOST_DAYS = 20_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The wall clock and the calendar of a time zone. Fast for many moments on few days. */
export class ZoneClock {
  private static readonly known = new Map<string, ZoneClock | undefined>();
  /** By how much it is ahead of UTC, by UTC day; undefined on days on which that changes. */
  private readonly offsets = new Map<number, number | undefined>();

  private constructor(
    /** The name that every calendar knows it by. */
    readonly name: string,
  ) {}

  /** The clock of a zone by its IANA name, its offset, or as Google writes that: `GMT-07:00`. */
  static of(name: string): ZoneClock | undefined {
    if (!ZoneClock.known.has(name)) {
      // Somebody who makes names up must not fill the memory with them.
      if (ZoneClock.known.size >= MOST_DAYS) ZoneClock.known.clear();
      const zone = zoneName(name.replace(/^GMT(?=[+-])/, ''));
      ZoneClock.known.set(name, zone === undefined ? undefined : new ZoneClock(zone));
    }
    return ZoneClock.known.get(name);
  }

  /** What the wall clock shows at a moment, as the milliseconds of the same reading in UTC. */
  wallMs(at: Date): number {
    const ms = at.getTime();
    return ms + (this.steadyOffset(Math.floor(ms / MS_PER_DAY)) ?? this.offsetAt(ms));
  }

  /** The day of a moment, as in 2026-11-18. */
  dayOf(at: Date): string {
    return new Date(this.wallMs(at)).toISOString().slice(0, -'THH:MM:SS.mmmZ'.length);
  }

  /** The first moment of a day; where the calendar skips a day, of the next one. */
  startOf(day: string): Date {
    const start = Temporal.PlainDate.from(day).toZonedDateTime(this.name);
    return new Date(start.epochMilliseconds);
  }

  private steadyOffset(day: number): number | undefined {
    if (this.offsets.has(day)) return this.offsets.get(day);
    if (this.offsets.size >= MOST_DAYS) this.offsets.clear();
    const start = this.offsetAt(day * MS_PER_DAY);
    const offset = start === this.offsetAt((day + 1) * MS_PER_DAY) ? start : undefined;
    this.offsets.set(day, offset);
    return offset;
  }

  private offsetAt(ms: number): number {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(
      this.name,
    );
    return Math.round(offsetNanoseconds / 1e6);
  }
}

/** Whether a text is a day of the calendar, written as 2026-11-18. */
export function isDay(text: string): boolean {
  if (text.length !== DAY_LENGTH || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function zoneName(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
}
