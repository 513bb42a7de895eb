import { predicateAtPath, type ArrayAtEnd } from './path';
import { type MatchContext, type Predicate, type ValuePredicate } from './types';

/** A test of single values, and which of them an array at the end of the path offers. */
export interface ValueCondition {
  readonly kind: 'value';
  readonly test: ValuePredicate;
  readonly arrays: ArrayAtEnd;
  readonly precedence: number;
}

/** All of the conditions at once, each free to be met by another element of an array. */
export interface AllCondition {
  readonly kind: 'all';
  readonly of: readonly FieldCondition[];
}

/** True when the conditions are not all met; `$ne` is so the negation of `$eq` over all elements. */
export interface NotCondition {
  readonly kind: 'not';
  readonly of: FieldCondition;
}

/** Met by nothing, as `{ $all: [] }`. */
export interface NeverCondition {
  readonly kind: 'never';
}

/**
 * What an operator asks of a field, not yet bound to a path: bound to one, arrays are looked
 * into; under `$elemMatch` it is asked of the element itself.
 */
export type FieldCondition = ValueCondition | AllCondition | NotCondition | NeverCondition;

/**
 * The order in which MongoDB evaluates the parts of a conjunction. It shows in one thing only:
 * when several of them match inside of arrays, the last leaves its position.
 */
export const PRECEDENCE = {
  or: 1,
  elementMatch: 2,
  size: 4,
  equality: 5,
  lessOrEqual: 6,
  less: 7,
  greater: 8,
  greaterOrEqual: 9,
  regex: 10,
  modulo: 11,
  exists: 12,
  membership: 13,
  bits: 14,
  negation: 20,
  type: 22,
  other: 30,
} as const;

/** A part of a conjunction that is ready to run. */
export interface Conjunct {
  readonly predicate: Predicate;
  readonly precedence: number;
  readonly path: string;
}

/** A condition on values that looks at each element of an array and at the array. */
export function valueCondition(precedence: number, test: ValuePredicate): ValueCondition {
  return { kind: 'value', test, arrays: 'elements-then-whole', precedence };
}

/** A condition on an array as a whole. */
export function arrayCondition(precedence: number, test: ValuePredicate): ValueCondition {
  return { kind: 'value', test, arrays: 'whole', precedence };
}

/** The negation of a condition. */
export function negation(of: FieldCondition): NotCondition {
  return { kind: 'not', of };
}

/** Binds a condition to a path, as one or more parts of a conjunction. */
export function conjunctsAtPath(condition: FieldCondition, path: string): Conjunct[] {
  switch (condition.kind) {
    case 'value':
      return [
        {
          predicate: predicateAtPath(path, condition.arrays, condition.test),
          precedence: condition.precedence,
          path,
        },
      ];
    case 'all':
      return condition.of.flatMap((part) => conjunctsAtPath(part, path));
    case 'not': {
      const inner = conjunction(conjunctsAtPath(condition.of, path));
      return [{ predicate: (doc) => !inner(doc), precedence: PRECEDENCE.negation, path }];
    }
    case 'never':
      return [{ predicate: () => false, precedence: PRECEDENCE.other, path }];
  }
}

/** Asks a condition of one value, without looking into it when it is an array. */
export function testOfElement(condition: FieldCondition): ValuePredicate {
  switch (condition.kind) {
    case 'value':
      return condition.test;
    case 'all': {
      const tests = condition.of.map(testOfElement);
      return (value) => tests.every((test) => test(value));
    }
    case 'not': {
      const inner = testOfElement(condition.of);
      return (value) => !inner(value);
    }
    case 'never':
      return () => false;
  }
}

/** All of the parts together; a context that was filled in before a part failed is restored. */
export function conjunction(conjuncts: readonly Conjunct[]): Predicate {
  const [first, second] = conjuncts;
  if (first === undefined) {
    return () => true;
  }
  if (second === undefined) {
    return first.predicate;
  }
  const asWritten = conjuncts.map(({ predicate }) => predicate);
  const inMongoOrder = [...conjuncts]
    .sort((a, b) => a.precedence - b.precedence || comparePaths(a.path, b.path))
    .map(({ predicate }) => predicate);
  return (doc, context) => {
    if (context === undefined) {
      for (const predicate of asWritten) {
        if (!predicate(doc)) {
          return false;
        }
      }
      return true;
    }
    const before = context.position;
    for (const predicate of inMongoOrder) {
      if (!predicate(doc, context)) {
        restorePosition(context, before);
        return false;
      }
    }
    return true;
  };
}

function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function restorePosition(context: MatchContext, position: number | undefined): void {
  if (position === undefined) {
    delete context.position;
  } else {
    context.position = position;
  }
}
