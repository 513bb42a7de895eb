import { type BsonValue, isNumber, describe } from '../../../values';
import { failure } from '../../failures';
import { isNullish, namedOperands, orMissing, typeLabel } from '../arguments';
import { integerOf } from '../numbers';
import { type Evaluate, type Scope, constantOf } from '../scope';
import { DAY, HOUR, MINUTE, SECOND, WEEK, addMonths, localTime, monthNumber } from './calendar';
import { type TimeUnit, compileTimeZone, instantOf, startOfWeek, timeUnit } from './date-arguments';
import { type TimeZone, fromLocal, toLocal } from './time-zone';

/** Bins are counted from the first moment of the year 2000, a Saturday, in local time. */
const REFERENCE = localTime(2000, 1, 1);
const REFERENCE_DAY_OF_WEEK = 6;
const REFERENCE_MONTH = monthNumber(REFERENCE);

const CLOCK_UNITS: Partial<Record<TimeUnit, number>> = {
  hour: HOUR,
  minute: MINUTE,
  second: SECOND,
  millisecond: 1,
};

const MONTHS_OF_UNIT: Partial<Record<TimeUnit, number>> = { month: 1, quarter: 3, year: 12 };

function floorTo(value: number, size: number): number {
  return Math.floor(value / size) * size;
}

/** A function from an instant to the start of the bin that it lies in. */
export function truncation(
  unit: TimeUnit,
  binSize: number,
  zone: TimeZone,
  firstDay: number,
): (instant: number) => number {
  const clock = CLOCK_UNITS[unit];
  if (clock !== undefined) {
    // Units of the clock are counted in elapsed time, so that a change of the offset moves nothing.
    const origin = REFERENCE - zone.offsetAt(REFERENCE);
    return (instant) => origin + floorTo(instant - origin, clock * binSize);
  }
  const months = MONTHS_OF_UNIT[unit];
  if (months !== undefined) {
    return (instant) => {
      const distance = monthNumber(toLocal(instant, zone)) - REFERENCE_MONTH;
      return fromLocal(addMonths(REFERENCE, floorTo(distance, months * binSize)), zone);
    };
  }
  const size = (unit === 'week' ? WEEK : DAY) * binSize;
  const origin =
    unit === 'week' ? REFERENCE + ((firstDay - REFERENCE_DAY_OF_WEEK + 7) % 7) * DAY : REFERENCE;
  return (instant) => fromLocal(origin + floorTo(toLocal(instant, zone) - origin, size), zone);
}

function binSizeOf(value: BsonValue): number {
  const size = isNumber(value) ? integerOf(value) : undefined;
  if (size === undefined) {
    throw failure(
      5439017,
      `$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '${describe(value)}' of type ${typeLabel(value)}`,
    );
  }
  if (size <= 0n) {
    throw failure(
      5439018,
      `$dateTrunc requires 'binSize' to be greater than 0, but got value ${size}`,
    );
  }
  return Number(size);
}

/** `$dateTrunc` */
export function compileDateTrunc(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const named = namedOperands(
    argument,
    scope,
    name,
    ['date', 'unit'],
    ['binSize', 'timezone', 'startOfWeek'],
  );
  const date = named.date as Evaluate;
  const settings = {
    unit: named.unit as Evaluate,
    binSize: named.binSize ?? ((): BsonValue => 1),
    zone: compileTimeZone(named.timezone),
    firstDay: orMissing(named.startOfWeek),
  };
  const truncationFor: (
    doc: Parameters<Evaluate>[0],
  ) => ((instant: number) => number) | undefined = (doc) => {
    const unitName = settings.unit(doc);
    const size = settings.binSize(doc);
    const zone = settings.zone(doc);
    const day = settings.firstDay(doc);
    if (isNullish(unitName) || isNullish(size) || !zone) return undefined;
    const unit = timeUnit(unitName, name, 5439013);
    if (unit === 'week' && named.startOfWeek && isNullish(day)) return undefined;
    const firstDay = unit === 'week' ? startOfWeek(day, name, 5439015) : 7;
    return truncation(unit, binSizeOf(size), zone, firstDay);
  };
  const isFixed = ['unit', 'binSize', 'timezone', 'startOfWeek'].every((field) => {
    const operand = named[field];
    return !operand || constantOf(operand);
  });
  const fixed = isFixed ? { truncate: truncationFor({}) } : undefined;
  return (doc) => {
    const value = date(doc);
    if (isNullish(value)) return null;
    const truncate = fixed ? fixed.truncate : truncationFor(doc);
    if (!truncate) return null;
    const instant = instantOf(value);
    if (instant === undefined) {
      throw failure(
        5439012,
        `$dateTrunc requires 'date' to be a date, but got ${typeLabel(value)}`,
      );
    }
    return new Date(truncate(instant));
  };
}
