import { Temporal } from 'temporal-polyfill';

const MS_PER_DAY = 86_400_000;
const MOST_DAYS = 20_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The wall clock and the calendar of a time zone. Fast for many moments on few days. */
export class ZonedCalendar {
  private static readonly known = new Map<string, ZonedCalendar | undefined>();
  /** By how much it is ahead of UTC, by UTC day; undefined on days on which that changes. */
  private readonly offsets = new DayCache((ms) => this.offsetAt(ms));
  /** The same by the days of the wall clock. */
  private readonly wallOffsets = new DayCache((wallMs) => wallMs - this.fromWall(wallMs));

  private constructor(
    /** The name that every calendar knows it by. */
    readonly name: string,
  ) {}

  /** The clock of a zone by its IANA name, its offset, or as Google writes that: `GMT-07:00`. */
  static of(name: string): ZonedCalendar | undefined {
    if (!ZonedCalendar.known.has(name)) {
      // Bounded, so that invented names cannot fill the memory.
      if (ZonedCalendar.known.size >= MOST_DAYS) ZonedCalendar.known.clear();
      const zone = zoneName(name.replace(/^GMT(?=[+-])/, ''));
      ZonedCalendar.known.set(name, zone === undefined ? undefined : new ZonedCalendar(zone));
    }
    return ZonedCalendar.known.get(name);
  }

  /** The same, or UTC's when no calendar knows the zone. */
  static ofOrUtc(name: string): ZonedCalendar {
    const clock = ZonedCalendar.of(name) ?? ZonedCalendar.of('UTC');
    if (!clock) throw new Error('There is no UTC');
    return clock;
  }

  /** What the wall clock shows at a moment, as the milliseconds of the same reading in UTC. */
  wallMs(at: Date): number {
    const ms = at.getTime();
    return ms + (this.offsets.steadyOn(ms) ?? this.offsetAt(ms));
  }

  /**
   * The instant at which the wall clock shows this, in the milliseconds of the same reading in UTC.
   * What it skips in spring is an hour later, what it shows twice in autumn the first time.
   */
  instantOf(wallMs: number): Date {
    const offset = this.wallOffsets.steadyOn(wallMs);
    return new Date(offset === undefined ? this.fromWall(wallMs) : wallMs - offset);
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

  private offsetAt(ms: number): number {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(
      this.name,
    );
    return Math.round(offsetNanoseconds / 1e6);
  }

  private fromWall(wallMs: number): number {
    return Temporal.Instant.fromEpochMilliseconds(wallMs)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime()
      .toZonedDateTime(this.name, { disambiguation: 'compatible' }).epochMilliseconds;
  }
}

/** Moments are many and their days few, and the calendar is a hundred times slower than a look here. */
class DayCache {
  private readonly steady = new Map<number, number | undefined>();

  constructor(private readonly offsetAt: (ms: number) => number) {}

  /** The offset on the day of a moment; undefined when it changes in the course of it. */
  steadyOn(ms: number): number | undefined {
    const day = Math.floor(ms / MS_PER_DAY);
    if (this.steady.has(day)) return this.steady.get(day);
    if (this.steady.size >= MOST_DAYS) this.steady.clear();
    const start = this.offsetAt(day * MS_PER_DAY);
    const offset = start === this.offsetAt((day + 1) * MS_PER_DAY) ? start : undefined;
    this.steady.set(day, offset);
    return offset;
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
