import { failure } from '../../failures';

/** How far local time is ahead of UTC, in milliseconds, at an instant. */
export interface TimeZone {
  /** Whether the offset never changes. */
  readonly isFixed: boolean;
  offsetAt(instant: number): number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const FIXED_OFFSET = /^([+-])(\d{2}):?(\d{2})?$/;

/** Keeps the offset of each day it was asked for: an Intl call takes longer than all the rest. */
class NamedZone implements TimeZone {
  readonly isFixed = false;
  private readonly offsetOfDay = new Map<number, number>();

  constructor(private readonly format: Intl.DateTimeFormat) {}

  offsetAt(instant: number): number {
    const day = Math.floor(instant / DAY);
    const known = this.offsetOfDay.get(day);
    if (known !== undefined) return Number.isNaN(known) ? this.measure(instant) : known;
    const offset = this.measure(day * DAY);
    const isSteady = this.measure((day + 1) * DAY - 1) === offset;
    if (this.offsetOfDay.size > 20_000) this.offsetOfDay.clear();
    this.offsetOfDay.set(day, isSteady ? offset : NaN);
    return isSteady ? offset : this.measure(instant);
  }

  private measure(instant: number): number {
    const part = { era: 0, year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of this.format.formatToParts(instant)) {
      if (type === 'era') part.era = value.startsWith('B') ? 1 : 0;
      else if (type in part) part[type as keyof typeof part] = Number(value);
    }
    const local = new Date(0);
    local.setUTCFullYear(part.era ? 1 - part.year : part.year, part.month - 1, part.day);
    local.setUTCHours(part.hour, part.minute, part.second);
    return local.getTime() - Math.floor(instant / 1000) * 1000;
  }
}

function fixedZone(offset: number): TimeZone {
  return { isFixed: true, offsetAt: () => offset };
}

/** Coordinated universal time. */
export const UTC: TimeZone = fixedZone(0);

const zones = new Map<string, TimeZone>([
  ['UTC', UTC],
  ['GMT', UTC],
  ['Z', UTC],
]);

/** The time zone of an Olson name (`Europe/Berlin`) or of an offset (`+05:30`, `-03`). */
export function timeZoneOf(name: string): TimeZone {
  let zone = zones.get(name);
  if (!zone) {
    zone = createZone(name);
    if (zones.size > 1_000) zones.clear();
    zones.set(name, zone);
  }
  return zone;
}

function createZone(name: string): TimeZone {
  const offset = FIXED_OFFSET.exec(name);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return fixedZone((offset[1] === '-' ? -minutes : minutes) * MINUTE);
  }
  try {
    return new NamedZone(
      new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      }),
    );
  } catch {
    throw failure(40485, `unrecognized time zone identifier: "${name}"`);
  }
}

/** The local time of an instant, as the milliseconds that UTC would show the same clock at. */
export function toLocal(instant: number, zone: TimeZone): number {
  return instant + zone.offsetAt(instant);
}

/**
 * The instant of a local time. Of two (clocks went back) it is the first; of none (clocks went
 * forward) it is the one that the clock would have shown without the change.
 */
export function fromLocal(local: number, zone: TimeZone): number {
  if (zone.isFixed) return local - zone.offsetAt(local);
  const before = zone.offsetAt(local - DAY);
  const after = zone.offsetAt(local + DAY);
  if (before === after || zone.offsetAt(local - before) === before) return local - before;
  return zone.offsetAt(local - after) === after ? local - after : local - before;
}
