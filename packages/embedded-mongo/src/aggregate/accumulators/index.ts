import { unsupported } from '../../errors';
import { type BsonValue, getOwn, isNumber, isPlainObject } from '../../values';
import { type Scope, constantOf } from '../expressions/scope';
import { failure } from '../failures';
import { ConcatState, FirstState, LastState, MergeState, PushState, SetState } from './collections';
import { DeviationState } from './deviation';
import { ExtremeState } from './extremes';
import { quantileAccumulator } from './quantiles';
import { edgesAccumulator, extremesAccumulator, topAccumulator } from './ranked';
import { type AccumulatorCompiler, type AccumulatorState, type CompiledAccumulator } from './state';
import { AverageState, CountState, SumState } from './sums';

export { type AccumulatorState, type CompiledAccumulator } from './state';

/** An accumulator whose argument is one expression. */
function ofExpression(create: (scope: Scope) => AccumulatorState): AccumulatorCompiler {
  return (argument, scope, name) => {
    if (Array.isArray(argument) && argument.length !== 1) {
      throw failure(40237, `The ${name} accumulator is a unary operator`);
    }
    const expression = Array.isArray(argument) ? argument[0] : argument;
    return { input: scope.compile(expression), create: () => create(scope) };
  };
}

const sum: AccumulatorCompiler = (argument, scope, name) => {
  const compiled = ofExpression(() => new SumState())(argument, scope, name);
  const fixed = constantOf(compiled.input);
  // The commonest sum of all counts documents; other constants are rare and stay as they are.
  if (fixed && isNumber(fixed.value) && fixed.value === 1) {
    return { ...compiled, create: () => new CountState() };
  }
  return compiled;
};

const count: AccumulatorCompiler = (argument) => {
  if (!isPlainObject(argument) || Object.keys(argument).length > 0) {
    throw failure(14, '$count takes no arguments, i.e. $count:{}');
  }
  return { input: () => undefined, create: () => new CountState() };
};

const refused: AccumulatorCompiler = (_argument, _scope, name) => {
  throw unsupported(name);
};

const ACCUMULATORS: ReadonlyMap<string, AccumulatorCompiler> = new Map([
  ['$sum', sum],
  ['$avg', ofExpression(() => new AverageState())],
  ['$min', ofExpression((scope) => new ExtremeState(-1, scope.settings.strings))],
  ['$max', ofExpression((scope) => new ExtremeState(1, scope.settings.strings))],
  ['$first', ofExpression(() => new FirstState())],
  ['$last', ofExpression(() => new LastState())],
  ['$push', ofExpression(() => new PushState())],
  ['$addToSet', ofExpression(() => new SetState())],
  ['$mergeObjects', ofExpression(() => new MergeState())],
  ['$concatArrays', ofExpression(() => new ConcatState())],
  ['$stdDevPop', ofExpression(() => new DeviationState('population'))],
  ['$stdDevSamp', ofExpression(() => new DeviationState('sample'))],
  ['$count', count],
  ['$top', topAccumulator],
  ['$topN', topAccumulator],
  ['$bottom', topAccumulator],
  ['$bottomN', topAccumulator],
  ['$minN', extremesAccumulator],
  ['$maxN', extremesAccumulator],
  ['$firstN', edgesAccumulator],
  ['$lastN', edgesAccumulator],
  ['$median', quantileAccumulator],
  ['$percentile', quantileAccumulator],
  ['$accumulator', refused],
]);

/** Whether an accumulator of that name exists. */
export function isAccumulator(name: string): boolean {
  return ACCUMULATORS.has(name);
}

/** Compiles `{ $sum: ... }` or its like, found at the given field of a `$group` or `$bucket`. */
export function compileAccumulator(
  field: string,
  specification: BsonValue,
  scope: Scope,
): CompiledAccumulator {
  if (field.includes('.')) {
    throw failure(40235, `The field name '${field}' cannot contain '.'`);
  }
  if (field.startsWith('$')) {
    throw failure(40236, `The field name '${field}' cannot be an operator name`);
  }
  if (!isPlainObject(specification) || Object.keys(specification).length === 0) {
    throw failure(40234, `The field '${field}' must be an accumulator object`);
  }
  const [name, ...others] = Object.keys(specification) as [string, ...string[]];
  if (others.length > 0) {
    throw failure(40238, `The field '${field}' must specify one accumulator`);
  }
  if (!name.startsWith('$')) {
    throw failure(40234, `The field '${field}' must be an accumulator object`);
  }
  const compile = ACCUMULATORS.get(name);
  if (!compile) throw failure(15952, `unknown group operator '${name}'`);
  return compile(getOwn(specification, name), scope, name);
}
