import { type BsonValue, ObjectId, Timestamp } from '../../../values';
import { failure } from '../../failures';
import { isNullish, typeLabel } from '../arguments';
import { type Evaluate, constantOf } from '../scope';
import { type TimeZone, UTC, timeZoneOf } from './time-zone';

/** The units of time that date operators count in. */
export type TimeUnit =
  | 'year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'millisecond';

const UNITS: ReadonlySet<string> = new Set<TimeUnit>([
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
]);

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The instant of a value that can stand for a date; undefined for any other. */
export function instantOf(value: BsonValue): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (value instanceof Timestamp) return value.getHighBitsUnsigned() * 1000;
  return undefined;
}

/** The instant of a value that has to be a date. */
export function demandInstant(value: BsonValue): number {
  const instant = instantOf(value);
  if (instant === undefined) {
    throw failure(16006, `can't convert from BSON type ${typeLabel(value)} to Date`);
  }
  return instant;
}

/** The unit of time that a value names. */
export function timeUnit(value: BsonValue, name: string, code: number): TimeUnit {
  if (typeof value !== 'string') {
    throw failure(code, `${name} requires 'unit' to be a string, but got ${typeLabel(value)}`);
  }
  if (!UNITS.has(value)) {
    throw failure(
      9,
      `${name} parameter 'unit' value parsing failed :: caused by :: unknown time unit value: ${value}`,
    );
  }
  return value as TimeUnit;
}

/** The first day of the week, 1 for Monday to 7 for Sunday, which is also the default. */
export function startOfWeek(value: BsonValue, name: string, code: number): number {
  if (value === undefined) return 7;
  if (typeof value !== 'string') {
    throw failure(
      code,
      `${name} requires 'startOfWeek' to be a string, but got ${typeLabel(value)}`,
    );
  }
  const wanted = value.toLowerCase();
  const index = DAYS.findIndex((day) => day === wanted || day.slice(0, 3) === wanted);
  if (index < 0) {
    throw failure(
      9,
      `${name} parameter 'startOfWeek' value parsing failed :: caused by :: unknown day of week value: ${value}`,
    );
  }
  return index + 1;
}

/**
 * Compiles a timezone operand. It gives undefined for a time zone that is null, since then the
 * whole operator is null; an absent operand means UTC.
 */
export function compileTimeZone(
  operand: Evaluate | undefined,
): (doc: Parameters<Evaluate>[0]) => TimeZone | undefined {
  if (!operand) return () => UTC;
  const fixed = constantOf(operand);
  if (fixed) {
    const zone = zoneOfValue(fixed.value);
    return () => zone;
  }
  return (doc) => zoneOfValue(operand(doc));
}

function zoneOfValue(value: BsonValue): TimeZone | undefined {
  if (isNullish(value)) return undefined;
  if (typeof value !== 'string') {
    throw failure(40517, `timezone must evaluate to a string, found ${typeLabel(value)}`);
  }
  return timeZoneOf(value);
}
