import { type BsonValue, type Doc, isNumber, isPlainObject, describe } from '../../../values';
import { failure } from '../../failures';
import { isNullish, namedOperands, operands, typeLabel } from '../arguments';
import { integerOf, makeLong } from '../numbers';
import { type Evaluate, type OperatorCompiler, type Scope } from '../scope';
import { dayOfYear, isoDayOfWeek, isoWeek, isoWeekDay, localTime, sundayWeek } from './calendar';
import { compileTimeZone, demandInstant } from './date-arguments';
import { fromLocal, toLocal } from './time-zone';

/** An operator that reads one field of a date: `{ $year: '$at' }`, or with a time zone. */
function datePart(read: (local: Date) => BsonValue): OperatorCompiler {
  return (argument, scope, name) => {
    const only: BsonValue =
      Array.isArray(argument) && argument.length === 1 ? argument[0] : argument;
    const isNamed = isPlainObject(only) && !Object.keys(only)[0]?.startsWith('$');
    const named = isNamed
      ? namedOperands(only, scope, name, ['date'], ['timezone'])
      : { date: operands(argument, scope, name, 1)[0] };
    const date = named.date as Evaluate;
    const zoneOf = compileTimeZone(named.timezone);
    return (doc) => {
      const value = date(doc);
      const zone = zoneOf(doc);
      if (isNullish(value) || !zone) return null;
      return read(new Date(toLocal(demandInstant(value), zone)));
    };
  };
}

function compileDateToParts(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const named = namedOperands(argument, scope, name, ['date'], ['timezone', 'iso8601']);
  const date = named.date as Evaluate;
  const zoneOf = compileTimeZone(named.timezone);
  return (doc) => {
    const value = date(doc);
    const zone = zoneOf(doc);
    const iso = named.iso8601 ? named.iso8601(doc) : false;
    if (isNullish(iso) || isNullish(value) || !zone) return null;
    if (typeof iso !== 'boolean') {
      throw failure(40521, `iso8601 must evaluate to a bool, found ${typeLabel(iso)}`);
    }
    const local = new Date(toLocal(demandInstant(value), zone));
    return { ...(iso ? isoParts(local) : calendarParts(local)), ...clockParts(local) };
  };
}

function calendarParts(local: Date): Doc {
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
  };
}

function isoParts(local: Date): Doc {
  const { week, year } = isoWeek(local.getTime());
  return { isoWeekYear: year, isoWeek: week, isoDayOfWeek: isoDayOfWeek(local.getTime()) };
}

function clockParts(local: Date): Doc {
  return {
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  };
}

const CLOCK_FIELDS = ['hour', 'minute', 'second', 'millisecond'];

function compileDateFromParts(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const isIso = isPlainObject(argument) && Object.hasOwn(argument, 'isoWeekYear');
  const fields = isIso ? ['isoWeekYear', 'isoWeek', 'isoDayOfWeek'] : ['year', 'month', 'day'];
  const [first, ...others] = [...fields, ...CLOCK_FIELDS] as [string, ...string[]];
  const named = namedOperands(argument, scope, name, [first], [...others, 'timezone']);
  const zoneOf = compileTimeZone(named.timezone);
  return (doc) => {
    const numbers: number[] = [];
    for (const [index, field] of [first, ...others].entries()) {
      const operand = named[field];
      const value = operand ? operand(doc) : index < 3 ? 1 : 0;
      if (isNullish(value)) return null;
      numbers.push(partNumber(value, field));
    }
    const zone = zoneOf(doc);
    if (!zone) return null;
    const [year, second, third, ...clock] = numbers as [number, number, number, ...number[]];
    const day = isIso ? isoWeekDay(year, second, third) : localTime(year, second, third);
    const local = new Date(day);
    local.setUTCHours(...(clock as [number, number, number, number]));
    return new Date(fromLocal(local.getTime(), zone));
  };
}

function partNumber(value: BsonValue, field: string): number {
  const number = isNumber(value) ? integerOf(value) : undefined;
  if (number === undefined) {
    throw failure(
      40515,
      `'${field}' must evaluate to an integer, found ${typeLabel(value)} with value ${describe(value)}`,
    );
  }
  const isYear = field === 'year' || field === 'isoWeekYear';
  if (isYear && (number < 1n || number > 9999n)) {
    throw failure(
      40523,
      `'${field}' must evaluate to an integer in the range 1 to 9999, found ${number}`,
    );
  }
  if (
    !isYear &&
    field !== 'second' &&
    field !== 'millisecond' &&
    (number < -32768n || number > 32767n)
  ) {
    throw failure(
      31034,
      `'${field}' must evaluate to a value in the range [-32768, 32767]; value ${number} is not in range`,
    );
  }
  return Number(number);
}

/** `$year` and its like, `$dateToParts`, `$dateFromParts`. */
export const datePartOperators: Readonly<Record<string, OperatorCompiler>> = {
  $year: datePart((local) => local.getUTCFullYear()),
  $month: datePart((local) => local.getUTCMonth() + 1),
  $dayOfMonth: datePart((local) => local.getUTCDate()),
  $hour: datePart((local) => local.getUTCHours()),
  $minute: datePart((local) => local.getUTCMinutes()),
  $second: datePart((local) => local.getUTCSeconds()),
  $millisecond: datePart((local) => local.getUTCMilliseconds()),
  $dayOfWeek: datePart((local) => local.getUTCDay() + 1),
  $dayOfYear: datePart((local) => dayOfYear(local.getTime())),
  $week: datePart((local) => sundayWeek(local.getTime())),
  $isoWeek: datePart((local) => isoWeek(local.getTime()).week),
  $isoWeekYear: datePart((local) => makeLong(isoWeek(local.getTime()).year)),
  $isoDayOfWeek: datePart((local) => isoDayOfWeek(local.getTime())),
  $dateToParts: compileDateToParts,
  $dateFromParts: compileDateFromParts,
};
