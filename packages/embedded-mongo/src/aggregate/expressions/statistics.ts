import { type BsonValue } from '../../values';
import { ExtremeState } from '../accumulators/extremes';
import { compileQuantiles } from '../accumulators/quantiles';
import { DeviationState } from '../accumulators/deviation';
import { AverageState, SumState } from '../accumulators/sums';
import { type AccumulatorState } from '../accumulators/state';
import { isNullish, namedOperands, operands } from './arguments';
import { type Evaluate, type OperatorCompiler, type OperatorTable, type Scope } from './scope';

/** The values an accumulator works on as an expression: a single array stands for its elements. */
function overOperands(create: (scope: Scope) => AccumulatorState): OperatorCompiler {
  return (argument, scope, name) => {
    const list = operands(argument, scope, name, 0, Infinity);
    return (doc) => {
      const state = create(scope);
      const values = list.map((operand) => operand(doc));
      const [only] = values;
      const inputs = values.length === 1 && Array.isArray(only) ? only : values;
      for (const value of inputs) state.add(value);
      return state.result();
    };
  };
}

const compileQuantileExpression: OperatorCompiler = (argument, scope, name) => {
  const required = name === '$median' ? ['input', 'method'] : ['input', 'p', 'method'];
  const named = namedOperands(argument, scope, name, required);
  const quantiles = compileQuantiles(argument, scope, name);
  const input = named.input as Evaluate;
  return (doc) => {
    const value: BsonValue = input(doc);
    const state = quantiles();
    if (Array.isArray(value)) for (const element of value) state.add(element);
    else if (!isNullish(value)) state.add(value);
    return state.result();
  };
};

/** The accumulators that can also be used as expressions. */
export const statisticOperators: OperatorTable = {
  $sum: overOperands(() => new SumState()),
  $avg: overOperands(() => new AverageState()),
  $min: overOperands((scope) => new ExtremeState(-1, scope.settings.strings)),
  $max: overOperands((scope) => new ExtremeState(1, scope.settings.strings)),
  $stdDevPop: overOperands(() => new DeviationState('population')),
  $stdDevSamp: overOperands(() => new DeviationState('sample')),
  $median: compileQuantileExpression,
  $percentile: compileQuantileExpression,
};
