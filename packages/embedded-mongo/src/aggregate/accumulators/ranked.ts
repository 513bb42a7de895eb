import { compareBySort, parseSort } from '../../sort';
import { type BsonValue, type Doc, compare, isPlainObject } from '../../values';
import { fieldsOf, isNullish, typeLabel } from '../expressions/arguments';
import { positiveCount } from '../expressions/array-selection';
import { type Evaluate, type Scope } from '../expressions/scope';
import { failure } from '../failures';
import { type AccumulatorCompiler, type AccumulatorState } from './state';

interface Ranked {
  doc: Doc;
  output: BsonValue;
}

/** Keeps the best few items it has seen, in order; of equals, the one that came first. */
class BestItems<T> {
  readonly items: T[] = [];

  constructor(
    private readonly count: number,
    private readonly compareItems: (left: T, right: T) => number,
  ) {}

  add(item: T): void {
    const { items } = this;
    const worst = items[items.length - 1];
    if (worst !== undefined && items.length >= this.count && this.compareItems(item, worst) >= 0) {
      return;
    }
    let low = 0;
    let high = items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.compareItems(items[middle] as T, item) <= 0) low = middle + 1;
      else high = middle;
    }
    items.splice(low, 0, item);
    if (items.length > this.count) items.pop();
  }
}

/** The `n` of an accumulator: it may depend on the group's id, and on nothing else. */
function compileCount(fields: Doc, scope: Scope, name: string): (groupId: BsonValue) => number {
  const evaluate = scope.compile(fields.n);
  return (groupId) =>
    positiveCount(evaluate(isPlainObject(groupId) ? groupId : { _id: groupId }), name);
}

/** `$top`, `$topN`, `$bottom`, `$bottomN`: the output of the documents that a sort puts first or last. */
export const topAccumulator: AccumulatorCompiler = (argument, scope, name) => {
  const isMany = name.endsWith('N');
  const isTop = name.startsWith('$top');
  const fields = fieldsOf(
    argument,
    name,
    isMany ? ['sortBy', 'output', 'n'] : ['sortBy', 'output'],
  );
  if (!isPlainObject(fields.sortBy)) {
    throw failure(
      5788005,
      `expected 'sortBy' to already be an object in the arguments to ${name}, found ${typeLabel(fields.sortBy)}`,
    );
  }
  const compareDocs = compareBySort(parseSort(fields.sortBy), scope.settings.strings);
  const order = isTop
    ? (left: Ranked, right: Ranked): number => compareDocs(left.doc, right.doc)
    : (left: Ranked, right: Ranked): number => compareDocs(right.doc, left.doc);
  const output: Evaluate = scope.compile(fields.output);
  const count = isMany ? compileCount(fields, scope, name) : (): number => 1;
  return {
    input: (doc) => doc,
    create: (groupId) => {
      const best = new BestItems<Ranked>(count(groupId), order);
      return {
        add: (doc) => best.add({ doc: doc as Doc, output: output(doc as Doc) ?? null }),
        result: () => {
          const outputs = best.items.map((item) => item.output);
          if (!isTop) outputs.reverse();
          return isMany ? outputs : (outputs[0] ?? null);
        },
      };
    },
  };
};

/** `$minN` and `$maxN`; null and missing do not count. */
export const extremesAccumulator: AccumulatorCompiler = (argument, scope, name) => {
  const fields = fieldsOf(argument, name, ['input', 'n']);
  const direction = name === '$minN' ? 1 : -1;
  const count = compileCount(fields, scope, name);
  const { strings } = scope.settings;
  return {
    input: scope.compile(fields.input),
    create: (groupId) => {
      const best = new BestItems<NonNullable<BsonValue>>(
        count(groupId),
        (left, right) => direction * compare(left, right, strings),
      );
      return {
        add: (value) => {
          if (!isNullish(value)) best.add(value);
        },
        result: () => [...best.items],
      };
    },
  };
};

/** `$firstN` and `$lastN`; a missing value counts as null. */
export const edgesAccumulator: AccumulatorCompiler = (argument, scope, name) => {
  const fields = fieldsOf(argument, name, ['input', 'n']);
  const count = compileCount(fields, scope, name);
  return {
    input: scope.compile(fields.input),
    create: (groupId) => edgeState(count(groupId), name === '$firstN'),
  };
};

function edgeState(count: number, isFirst: boolean): AccumulatorState {
  let values: BsonValue[] = [];
  return {
    add: (value) => {
      if (isFirst && values.length >= count) return;
      values.push(value ?? null);
      // Dropping the old half now and then is cheaper than shifting the array at each value.
      if (values.length >= 2 * count && !isFirst) values = values.slice(-count);
    },
    result: () => values.slice(-count),
  };
}
