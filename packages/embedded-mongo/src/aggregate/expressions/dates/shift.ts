import { type BsonValue, isNumber } from '../../../values';
import { failure } from '../../failures';
import { isNullish, namedOperands, orMissing, typeLabel } from '../arguments';
import { integerOf, makeLong } from '../numbers';
import { type Evaluate, type OperatorCompiler, type Scope } from '../scope';
import {
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  addMonths,
  dayNumber,
  isoDayOfWeek,
  monthNumber,
} from './calendar';
import { type TimeUnit, compileTimeZone, instantOf, startOfWeek, timeUnit } from './date-arguments';
import { type TimeZone, fromLocal, toLocal } from './time-zone';

/** Moves an instant: by elapsed time for hours and less, by the local calendar for days and more. */
export function addToInstant(
  instant: number,
  unit: TimeUnit,
  amount: number,
  zone: TimeZone,
): number {
  const local = (): number => toLocal(instant, zone);
  switch (unit) {
    case 'millisecond':
      return instant + amount;
    case 'second':
      return instant + amount * SECOND;
    case 'minute':
      return instant + amount * MINUTE;
    case 'hour':
      return instant + amount * HOUR;
    case 'day':
      return amount === 0 ? instant : fromLocal(local() + amount * DAY, zone);
    case 'week':
      return amount === 0 ? instant : fromLocal(local() + amount * 7 * DAY, zone);
    case 'month':
      return amount === 0 ? instant : fromLocal(addMonths(local(), amount), zone);
    case 'quarter':
      return addToInstant(instant, 'month', amount * 3, zone);
    case 'year':
      return addToInstant(instant, 'month', amount * 12, zone);
  }
}

/** How many boundaries of a unit lie between two instants; negative when the end comes first. */
export function boundariesBetween(
  start: number,
  end: number,
  unit: TimeUnit,
  zone: TimeZone,
  firstDay: number,
): number {
  const from = toLocal(start, zone);
  const to = toLocal(end, zone);
  const days = dayNumber(to) - dayNumber(from);
  switch (unit) {
    case 'millisecond':
      return end - start;
    case 'second':
      return clockBoundaries(start, end, from, to, SECOND);
    case 'minute':
      return clockBoundaries(start, end, from, to, MINUTE);
    case 'hour':
      return clockBoundaries(start, end, from, to, HOUR);
    case 'day':
      return days;
    case 'week':
      return Math.trunc((days + dayInWeek(from, firstDay) - dayInWeek(to, firstDay)) / 7);
    case 'month':
      return monthNumber(to) - monthNumber(from);
    case 'quarter':
      return Math.floor(monthNumber(to) / 3) - Math.floor(monthNumber(from) / 3);
    case 'year':
      return Math.floor(monthNumber(to) / 12) - Math.floor(monthNumber(from) / 12);
  }
}

/** Counts on the local clock, without the hours that a change of the offset adds or takes away. */
function clockBoundaries(
  start: number,
  end: number,
  from: number,
  to: number,
  size: number,
): number {
  const offsetChange = to - end - (from - start);
  return Math.floor(to / size) - Math.floor(from / size) - Math.trunc(offsetChange / size);
}

function dayInWeek(local: number, firstDay: number): number {
  return (isoDayOfWeek(local) - firstDay + 7) % 7;
}

function demandDate(value: BsonValue, field: string, name: string, code: number): number {
  const instant = instantOf(value);
  if (instant === undefined) {
    throw failure(code, `${name} requires '${field}' to be a date, but got ${typeLabel(value)}`);
  }
  return instant;
}

function dateShift(sign: 1 | -1): OperatorCompiler {
  return (argument, scope, name) => {
    const named = namedOperands(
      argument,
      scope,
      name,
      ['startDate', 'unit', 'amount'],
      ['timezone'],
    );
    const start = named.startDate as Evaluate;
    const unit = named.unit as Evaluate;
    const amount = named.amount as Evaluate;
    const zoneOf = compileTimeZone(named.timezone);
    return (doc) => {
      const values = [start(doc), unit(doc), amount(doc)];
      const zone = zoneOf(doc);
      if (values.some(isNullish) || !zone) return null;
      const instant = demandDate(values[0], 'startDate', name, 5166403);
      const count = isNumber(values[2]) ? integerOf(values[2]) : undefined;
      if (count === undefined) {
        throw failure(5166405, `${name} expects integer amount of time units`);
      }
      const shifted = new Date(
        addToInstant(instant, timeUnit(values[1], name, 5166402), sign * Number(count), zone),
      );
      if (Number.isNaN(shifted.getTime())) throw failure(5166406, `${name} overflowed`);
      return shifted;
    };
  };
}

function compileDateDiff(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const named = namedOperands(
    argument,
    scope,
    name,
    ['startDate', 'endDate', 'unit'],
    ['timezone', 'startOfWeek'],
  );
  const [start, end, unitOf] = [named.startDate, named.endDate, named.unit] as [
    Evaluate,
    Evaluate,
    Evaluate,
  ];
  const zoneOf = compileTimeZone(named.timezone);
  const firstDayOf = orMissing(named.startOfWeek);
  return (doc) => {
    const values = [start(doc), end(doc), unitOf(doc)];
    const zone = zoneOf(doc);
    if (values.some(isNullish) || !zone) return null;
    const unit = timeUnit(values[2], name, 5439013);
    const day = firstDayOf(doc);
    if (unit === 'week' && named.startOfWeek && isNullish(day)) return null;
    return makeLong(
      boundariesBetween(
        demandDate(values[0], 'startDate', name, 5166307),
        demandDate(values[1], 'endDate', name, 5166307),
        unit,
        zone,
        unit === 'week' ? startOfWeek(day, name, 5439015) : 7,
      ),
    );
  };
}

/** `$dateAdd`, `$dateSubtract`, `$dateDiff`. */
export const dateShiftOperators: Readonly<Record<string, OperatorCompiler>> = {
  $dateAdd: dateShift(1),
  $dateSubtract: dateShift(-1),
  $dateDiff: compileDateDiff,
};
