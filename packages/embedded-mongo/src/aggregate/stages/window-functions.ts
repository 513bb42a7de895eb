import { unsupported } from '../../errors';
import { compareBySort, parseSort } from '../../sort';
import {
  type BsonValue,
  type Doc,
  getOwn,
  isNumber,
  isPlainObject,
  toNumber,
  describe,
} from '../../values';
import { type CompiledAccumulator, compileAccumulator, isAccumulator } from '../accumulators';
import { compileRootPath, isNullish, typeLabel } from '../expressions';
import { fieldsOf } from '../expressions/arguments';
import { smallInteger } from '../expressions/numbers';
import { failure } from '../failures';
import { type StageContext } from '../types';
import { axisValue, interpolated } from './interpolation';
import { type Frame, type FrameFinder, compileFrames } from './window-bounds';
import { compileExponentialAverage, compileSlope, compileCovariance } from './window-calculus';

/** Gives a value for each document of a sorted partition. */
export type WindowFunction = (docs: readonly Doc[]) => BsonValue[];

interface FunctionContext {
  argument: BsonValue;
  name: string;
  sort: Doc | undefined;
  window: BsonValue;
  context: StageContext;
}

/** Compiles one output field of `$setWindowFields`. */
export function compileWindowFunction(
  field: string,
  specification: BsonValue,
  sort: Doc | undefined,
  context: StageContext,
): WindowFunction {
  if (!isPlainObject(specification)) {
    throw failure(9, `The field '${field}' must be an object`);
  }
  const names = Object.keys(specification).filter((name) => name !== 'window');
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw failure(9, `The field '${field}' must specify exactly one window function`);
  }
  const { window } = specification;
  const argument = getOwn(specification, name);
  const special = WINDOW_ONLY.get(name);
  if (special) {
    if (window !== undefined && NO_WINDOW.has(name)) {
      throw failure(5371601, `'window' field is not allowed in '${name}' specification`);
    }
    return special({ argument, name, sort, window, context });
  }
  if (!isAccumulator(name)) throw failure(9, `Unrecognized window function, ${name}`);
  const accumulator = compileAccumulator('window', { [name]: argument }, context.scope);
  return overFrames(accumulator, compileFrames(window, sort));
}

/** An accumulator over each window; a window that only grows is added to, not computed anew. */
function overFrames(accumulator: CompiledAccumulator, framesOf: FrameFinder): WindowFunction {
  return (docs) => {
    const inputs = docs.map((doc) => accumulator.input(doc));
    let state = accumulator.create(null);
    let last: Frame = { start: 0, end: 0 };
    let result: BsonValue = state.result();
    return framesOf(docs).map((frame) => {
      const isSame = frame.start === last.start && frame.end === last.end;
      const isGrown = frame.start === last.start && frame.end >= last.end;
      if (!isGrown) state = accumulator.create(null);
      for (let row = isGrown ? last.end : frame.start; row < frame.end; row++) {
        state.add(inputs[row]);
      }
      if (!isSame) result = state.result();
      last = frame;
      return result;
    });
  };
}

function demandSort(sort: Doc | undefined, name: string): Doc {
  if (!sort)
    throw failure(5371602, `'${name}' must be specified with a top level sortBy expression`);
  return sort;
}

function ranking(numberOf: (row: number, rank: number, denseRank: number) => number) {
  return ({ argument, name, sort, context }: FunctionContext): WindowFunction => {
    if (!isPlainObject(argument) || Object.keys(argument).length > 0) {
      throw failure(5371603, `${name} must be specified with '{}' as the value`);
    }
    const keys = parseSort(demandSort(sort, name));
    if (keys.length !== 1 && name !== '$documentNumber') {
      throw failure(
        5371602,
        `${name} must be specified with a top level sortBy expression with exactly one element`,
      );
    }
    const compareDocs = compareBySort(keys, context.scope.settings.strings);
    return (docs) => {
      let rank = 0;
      let denseRank = 0;
      return docs.map((doc, row) => {
        if (row === 0 || compareDocs(docs[row - 1] as Doc, doc) !== 0) {
          rank = row + 1;
          denseRank++;
        }
        return numberOf(row + 1, rank, denseRank);
      });
    };
  };
}

function shift({ argument, name, sort, context }: FunctionContext): WindowFunction {
  demandSort(sort, name);
  const fields = fieldsOf(argument, name, ['output', 'by'], ['default']);
  const by = isNumber(fields.by) ? smallInteger(fields.by) : undefined;
  if (by === undefined)
    throw failure(9, `'$shift:by' field must be an integer, but found ${describe(fields.by)}`);
  const output = context.scope.compile(fields.output);
  const fallback = context.scope.compile(fields.default ?? null)({});
  return (docs) =>
    docs.map((_, row) => {
      const other = docs[row + by];
      return other ? (output(other) ?? null) : fallback;
    });
}

function carryForward({ argument, context }: FunctionContext): WindowFunction {
  const evaluate = context.scope.compile(argument);
  return (docs) => {
    let last: BsonValue = null;
    return docs.map((doc) => {
      const value = evaluate(doc);
      return (last = isNullish(value) ? last : value);
    });
  };
}

function linearFill({ argument, name, sort, context }: FunctionContext): WindowFunction {
  const by = compileRootPath(Object.keys(demandSort(sort, name))[0] as string);
  const evaluate = context.scope.compile(argument);
  return (docs) => interpolated(docs.map(by), docs.map(evaluate), name);
}

function slope({ argument, name, sort, window, context }: FunctionContext): WindowFunction {
  const fields = fieldsOf(argument, name, ['input'], ['unit']);
  const axis = compileRootPath(Object.keys(demandSort(sort, name))[0] as string);
  const input = context.scope.compile(fields.input);
  const calculate = compileSlope(name, fields.unit);
  const framesOf = compileFrames(window, sort);
  return (docs) => {
    const positions = docs.map((doc) => axisValue(axis(doc), name));
    const values = docs.map((doc) => {
      const value = input(doc);
      if (isNullish(value)) return undefined;
      if (!isNumber(value)) {
        throw failure(5624903, `${name} input must be numeric, found ${typeLabel(value)}`);
      }
      return toNumber(value);
    });
    return framesOf(docs).map((frame) => calculate(positions, values, frame));
  };
}

function exponentialAverage({ argument, name, sort, context }: FunctionContext): WindowFunction {
  demandSort(sort, name);
  const fields = fieldsOf(argument, name, ['input'], ['N', 'alpha']);
  const average = compileExponentialAverage(fields);
  const input = context.scope.compile(fields.input);
  return (docs) => average(docs.map(input));
}

function covariance({ argument, name, sort, window, context }: FunctionContext): WindowFunction {
  if (!Array.isArray(argument) || argument.length !== 2) {
    throw failure(9, `${name} requires an array of two expressions`);
  }
  const [left, right] = argument.map((expression) => context.scope.compile(expression));
  const calculate = compileCovariance(name === '$covarianceSamp' ? 1 : 0);
  const framesOf = compileFrames(window, sort);
  return (docs) => {
    const pairs = docs.map((doc): [BsonValue, BsonValue] => [left?.(doc), right?.(doc)]);
    return framesOf(docs).map(({ start, end }) => calculate(pairs.slice(start, end)));
  };
}

const refused = ({ name }: FunctionContext): WindowFunction => {
  throw unsupported(`${name} in $setWindowFields`);
};

const NO_WINDOW: ReadonlySet<string> = new Set([
  '$rank',
  '$denseRank',
  '$documentNumber',
  '$shift',
  '$locf',
  '$linearFill',
  '$expMovingAvg',
]);

const WINDOW_ONLY: ReadonlyMap<string, (options: FunctionContext) => WindowFunction> = new Map([
  ['$rank', ranking((_row, rank) => rank)],
  ['$denseRank', ranking((_row, _rank, denseRank) => denseRank)],
  ['$documentNumber', ranking((row) => row)],
  ['$shift', shift],
  ['$locf', carryForward],
  ['$linearFill', linearFill],
  ['$derivative', slope],
  ['$integral', slope],
  ['$expMovingAvg', exponentialAverage],
  ['$covariancePop', covariance],
  ['$covarianceSamp', covariance],
  ['$minMaxScaler', refused],
]);
