import { type BsonValue, type Doc, isNumber, toNumber } from '../../values';
import { fieldsOf } from '../expressions/arguments';
import { makeDouble } from '../expressions/numbers';
import { type Scope, constantOf } from '../expressions/scope';
import { failure } from '../failures';
import { type AccumulatorCompiler, type AccumulatorState } from './state';

/**
 * `$median` and `$percentile`. MongoDB approximates with a t-digest; here the numbers themselves are
 * kept, so that the answer is the exact discrete percentile, at eight bytes a number.
 */
class QuantileState implements AccumulatorState {
  private readonly numbers: number[] = [];

  constructor(
    private readonly fractions: readonly number[],
    private readonly isSingle: boolean,
  ) {}

  add(value: BsonValue): void {
    if (isNumber(value)) this.numbers.push(toNumber(value));
  }

  result(): BsonValue {
    const sorted = Float64Array.from(this.numbers).sort();
    const values = this.fractions.map((fraction) => {
      if (sorted.length === 0) return null;
      const rank = Math.max(1, Math.ceil(fraction * sorted.length));
      return makeDouble(sorted[rank - 1] as number);
    });
    return this.isSingle ? values[0] : values;
  }
}

/** Checks the arguments of `$median` or `$percentile` and gives the way to make its states. */
export function compileQuantiles(
  argument: BsonValue,
  scope: Scope,
  name: string,
): () => AccumulatorState {
  const isSingle = name === '$median';
  const fields = fieldsOf(
    argument,
    name,
    isSingle ? ['input', 'method'] : ['input', 'p', 'method'],
  );
  if (fields.method !== 'approximate') {
    throw failure(2, "Currently only 'approximate' can be used as percentile 'method'.");
  }
  const fractions = isSingle ? [0.5] : fractionsOf(fields, scope);
  return () => new QuantileState(fractions, isSingle);
}

function fractionsOf(fields: Doc, scope: Scope): number[] {
  const list = constantOf(scope.compile(fields.p))?.value;
  const isValid = (value: BsonValue): boolean =>
    isNumber(value) && toNumber(value) >= 0 && toNumber(value) <= 1;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isValid)) {
    throw failure(7750301, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0]");
  }
  return list.map(toNumber);
}

/** `$median` and `$percentile` as accumulators. */
export const quantileAccumulator: AccumulatorCompiler = (argument, scope, name) => {
  const create = compileQuantiles(argument, scope, name);
  return {
    input: scope.compile(fieldsOf(argument, name, ['input', 'method'], ['p']).input),
    create,
  };
};
