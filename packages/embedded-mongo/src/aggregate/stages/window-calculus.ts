import { type BsonValue, type Doc, isNumber, toNumber, describe } from '../../values';
import { DAY, HOUR, MINUTE, SECOND, WEEK } from '../expressions/dates/calendar';
import { makeDouble } from '../expressions/numbers';
import { failure } from '../failures';
import { type Frame } from './window-bounds';

const UNIT_LENGTHS: ReadonlyMap<BsonValue, number> = new Map<BsonValue, number>([
  ['week', WEEK],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
  ['millisecond', 1],
]);

type Calculation = (
  positions: readonly number[],
  values: readonly (number | undefined)[],
  frame: Frame,
) => BsonValue;

/** `$derivative` and `$integral` over the rows of a window, per unit of time if one is given. */
export function compileSlope(name: string, unit: BsonValue): Calculation {
  const length = unit === undefined ? 1 : UNIT_LENGTHS.get(unit);
  if (length === undefined) {
    throw failure(5490704, `unit must be 'week' or smaller, found ${describe(unit)}`);
  }
  return name === '$derivative' ? derivative(length) : integral(length);
}

function derivative(length: number): Calculation {
  return (positions, values, { start, end }) => {
    const [first, last] = [values[start], values[end - 1]];
    if (end - start < 2 || first === undefined || last === undefined) return null;
    const distance = ((positions[end - 1] as number) - (positions[start] as number)) / length;
    return distance === 0 ? null : makeDouble((last - first) / distance);
  };
}

function integral(length: number): Calculation {
  return (positions, values, { start, end }) => {
    if (end <= start) return null;
    let area = 0;
    for (let row = start + 1; row < end; row++) {
      const [left, right] = [values[row - 1], values[row]];
      if (left === undefined || right === undefined) continue;
      const width = (positions[row] as number) - (positions[row - 1] as number);
      area += ((left + right) / 2) * (width / length);
    }
    return makeDouble(area);
  };
}

/** `$expMovingAvg`, weighted by `alpha` or by the number of documents `N`. */
export function compileExponentialAverage(fields: Doc): (values: BsonValue[]) => BsonValue[] {
  if (Object.hasOwn(fields, 'N') === Object.hasOwn(fields, 'alpha')) {
    throw failure(9, "$expMovingAvg sub object must have exactly one of 'N' and 'alpha'");
  }
  const count = toNumber(fields.N);
  const alpha = Object.hasOwn(fields, 'N') ? 2 / (count + 1) : toNumber(fields.alpha);
  if (Object.hasOwn(fields, 'N') && !(Number.isInteger(count) && count > 0)) {
    throw failure(
      9,
      `'N' field must be an integer greater than zero, but found ${describe(fields.N)}`,
    );
  }
  if (!(alpha > 0) || (Object.hasOwn(fields, 'alpha') && alpha >= 1)) {
    throw failure(9, `'alpha' must be between 0 and 1 (exclusive), found alpha: ${alpha}`);
  }
  return (values) => {
    let average: number | undefined;
    return values.map((value) => {
      if (!isNumber(value)) return average === undefined ? null : makeDouble(average);
      const number = toNumber(value);
      average = average === undefined ? number : number * alpha + average * (1 - alpha);
      return makeDouble(average);
    });
  };
}

/** `$covariancePop` and, with one degree of freedom less, `$covarianceSamp`. */
export function compileCovariance(
  correction: 0 | 1,
): (pairs: readonly [BsonValue, BsonValue][]) => BsonValue {
  return (pairs) => {
    const numbers = pairs
      .filter(([left, right]) => isNumber(left) && isNumber(right))
      .map(([left, right]): [number, number] => [toNumber(left), toNumber(right)]);
    const count = numbers.length;
    if (count - correction <= 0) return null;
    const mean = (column: 0 | 1): number =>
      numbers.reduce((sum, pair) => sum + pair[column], 0) / count;
    const [left, right] = [mean(0), mean(1)];
    const sum = numbers.reduce((total, [x, y]) => total + (x - left) * (y - right), 0);
    return makeDouble(sum / (count - correction));
  };
}
