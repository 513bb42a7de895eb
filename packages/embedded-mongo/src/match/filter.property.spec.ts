import * as fc from 'fast-check';
import { compileFilter } from './filter';

/**
 * A reference matcher over plain JSON values: it lists what a path reaches, and compares by
 * printing. Slow and simple on purpose.
 */
type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

const isDoc = (value: unknown): value is { [field: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function reach(doc: { [field: string]: Json }, path: string[]): (Json | undefined)[] {
  const [head = '', ...rest] = path;
  const value = doc[head];
  if (Array.isArray(value)) {
    return rest.length === 0 ? [...value, value] : reachInArray(value, rest);
  }
  if (rest.length === 0) {
    return [value];
  }
  return isDoc(value) ? reach(value, rest) : [undefined];
}

function reachInArray(array: Json[], path: string[]): (Json | undefined)[] {
  return array.flatMap((element, index) => {
    const byName = isDoc(element) ? reach(element, path) : [];
    const [head, ...rest] = path;
    if (head !== String(index)) {
      return byName;
    }
    if (rest.length === 0) {
      return [...byName, element];
    }
    if (Array.isArray(element)) {
      return [...byName, ...reachInArray(element, rest)];
    }
    return isDoc(element) ? [...byName, ...reach(element, rest)] : byName;
  });
}

const isSame = (a: Json | undefined, b: Json): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b);

const kindOf = (value: Json | undefined): string =>
  value === null || value === undefined ? 'null' : Array.isArray(value) ? 'array' : typeof value;

function isOrdered(value: Json | undefined, operator: string, operand: Json): boolean {
  if (kindOf(value) !== kindOf(operand)) {
    return false;
  }
  const [a, b] = [value ?? 0, operand ?? 0] as [number, number];
  switch (operator) {
    case '$gt':
      return a > b;
    case '$gte':
      return a >= b;
    case '$lt':
      return a < b;
    default:
      return a <= b;
  }
}

function holds(
  doc: { [field: string]: Json },
  path: string,
  operator: string,
  operand: Json,
): boolean {
  const values = reach(doc, path.split('.'));
  switch (operator) {
    case '$eq':
      return values.some((value) => isSame(value, operand));
    case '$ne':
      return !holds(doc, path, '$eq', operand);
    case '$in':
      return (operand as Json[]).some((item) => holds(doc, path, '$eq', item));
    case '$nin':
      return !holds(doc, path, '$in', operand);
    case '$all':
      return (
        (operand as Json[]).length > 0 &&
        (operand as Json[]).every((item) => holds(doc, path, '$eq', item))
      );
    case '$exists':
      return values.some((value) => value !== undefined) === operand;
    case '$type':
      return values.some((value) => value !== undefined && kindOf(value) === operand);
    case '$not': {
      const [[inner, argument] = ['', null]] = Object.entries(operand as { [field: string]: Json });
      return !holds(doc, path, inner, argument);
    }
    default:
      return values.some((value) => isOrdered(value, operator, operand));
  }
}

function referenceMatch(
  filter: { [field: string]: Json },
  doc: { [field: string]: Json },
): boolean {
  return Object.entries(filter).every(([field, argument]) => {
    const branches = argument as { [field: string]: Json }[];
    switch (field) {
      case '$and':
        return branches.every((branch) => referenceMatch(branch, doc));
      case '$or':
        return branches.some((branch) => referenceMatch(branch, doc));
      case '$nor':
        return !branches.some((branch) => referenceMatch(branch, doc));
      default:
        return Object.entries(argument as { [field: string]: Json }).every(([operator, operand]) =>
          holds(doc, field, operator, operand),
        );
    }
  });
}

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('', 'a', 'b'),
);
const fieldName = fc.constantFrom('a', 'b', '0', '1');
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
}));
const anyDocument = fc.dictionary(fc.constantFrom('a', 'b'), anyValue, {
  maxKeys: 2,
  noNullPrototype: true,
});
/** Mostly arrays, in arrays and in documents: where the rules of paths are hard. */
const nestedDocument = fc.dictionary(
  fc.constantFrom('a', 'b'),
  fc.array(
    fc.oneof(
      scalar,
      fc.array(anyValue, { minLength: 1, maxLength: 2 }),
      fc.dictionary(fieldName, anyValue, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);
const path = fc
  .tuple(fc.constantFrom('a', 'b'), fc.array(fieldName, { maxLength: 2 }))
  .map(([root, rest]) => [root, ...rest].join('.'));

/** Every value inside of a value, itself included: operands that have a fair chance to match. */
function parts(value: Json): Json[] {
  const inner: Json[] = Array.isArray(value) ? value : isDoc(value) ? Object.values(value) : [];
  return [value, ...inner.flatMap(parts)];
}

const list = fc.array(anyValue, { maxLength: 12 });
const simpleOperator = fc.oneof(
  fc.record({ $eq: anyValue }),
  fc.record({ $ne: anyValue }),
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $in: list }),
  fc.record({ $nin: list }),
  fc.record({ $all: fc.array(anyValue, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $type: fc.constantFrom('string', 'number', 'array', 'object', 'null') }),
) as fc.Arbitrary<{ [field: string]: Json }>;
const operators = fc.oneof(
  simpleOperator,
  fc.tuple(simpleOperator, simpleOperator).map(([a, b]) => ({ ...a, ...b })),
  simpleOperator.map((inner) => ({ $not: inner })),
);
const fieldFilter = fc.tuple(path, operators).map(([field, condition]) => ({ [field]: condition }));
const anyFilter = fc.oneof(
  { weight: 3, arbitrary: fieldFilter },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('$and', '$or', '$nor'),
        fc.array(fieldFilter, { minLength: 1, maxLength: 3 }),
      )
      .map(([operator, branches]) => ({ [operator]: branches })),
  },
) as fc.Arbitrary<{ [field: string]: Json }>;

describe('compileFilter against a reference', () => {
  it('agrees on random documents and filters', () => {
    fc.assert(
      fc.property(anyDocument, anyFilter, (doc, filter) => {
        expect(compileFilter(filter)(doc)).toBe(referenceMatch(filter, doc));
      }),
      { numRuns: 3000 },
    );
  });

  it('agrees on random paths and values taken from the document', () => {
    const operator = fc.constantFrom('$eq', '$ne', '$in', '$all', '$gte', '$lt');
    fc.assert(
      fc.property(nestedDocument, path, operator, fc.nat(), (doc, field, name, pick) => {
        const candidates = Object.values(doc).flatMap(parts);
        const picked = candidates[pick % (candidates.length || 1)] ?? null;
        const isRange = name === '$gte' || name === '$lt';
        fc.pre(!isRange || (!Array.isArray(picked) && !isDoc(picked)));
        const operand = name === '$in' || name === '$all' ? [picked] : picked;
        const filter = { [field]: { [name]: operand } };
        expect(compileFilter(filter)(doc)).toBe(referenceMatch(filter, doc));
      }),
      { numRuns: 6000 },
    );
  });

  it('finds a value that was taken from the document, and leaves its position', () => {
    fc.assert(
      fc.property(fc.array(scalar, { minLength: 1, maxLength: 6 }), fc.nat(5), (array, pick) => {
        const wanted = array[pick % array.length] ?? null;
        const context: { position?: number } = {};
        expect(compileFilter({ a: wanted })({ a: array }, context)).toBe(true);
        expect(context.position).toBe(array.indexOf(wanted));
      }),
    );
  });

  it('splits any filter and its $nor over every document', () => {
    fc.assert(
      fc.property(anyDocument, anyFilter, (doc, filter) => {
        const plain = compileFilter(filter)(doc);
        expect(compileFilter({ $nor: [filter] })(doc)).toBe(!plain);
      }),
      { numRuns: 500 },
    );
  });
});
