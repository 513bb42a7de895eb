import fc from 'fast-check';
import {
  type Condition,
  type Filter,
  type ReferenceDocument,
  type Scalar,
  type Sort,
  type Stage,
  type Update,
} from './reference';

/** Few different values, so that they meet. */
export const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 5 }) },
  { weight: 3, arbitrary: fc.constantFrom('', 'a', 'ab', 'b', 'é', 'Z', '\u{1F600}') },
  { weight: 1, arbitrary: fc.constant(null) },
);

const withX = fc.record({ x: scalar }, { requiredKeys: [] });

const fields = fc.record(
  {
    a: fc.oneof(scalar, fc.array(scalar, { maxLength: 4 })),
    b: scalar,
    c: scalar,
    n: fc.oneof(scalar, withX, fc.array(withX, { minLength: 1, maxLength: 3 })),
  },
  { requiredKeys: [] },
);

/** Up to 30 documents with ids from 0 up. */
export const documents: fc.Arbitrary<ReferenceDocument[]> = fc
  .array(fields, { minLength: 1, maxLength: 30 })
  .map((all) => all.map((document, _id) => ({ _id, ...document })));

const PATHS = ['a', 'b', 'c', 'n.x'] as const;

const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ $eq: scalar }) },
  fc.record({ $eq: fc.array(scalar, { maxLength: 2 }) }),
  fc.record({ $ne: scalar }),
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar }),
  fc.record({ $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $nin: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $size: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ $type: fc.constantFrom('int', 'string', 'null', 'array') }),
);

const conditions = fc.dictionary(fc.constantFrom(...PATHS), condition, {
  maxKeys: 3,
  noNullPrototype: true,
});

const flat: fc.Arbitrary<Filter> = fc.record({ conditions });

/** Conditions on paths, perhaps with alternatives. */
export const filter: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 3, arbitrary: flat },
  fc.record({ conditions, $or: fc.array(flat, { minLength: 1, maxLength: 3 }) }),
  fc.record({ conditions, $and: fc.array(flat, { minLength: 1, maxLength: 2 }) }),
  fc.record({ conditions, $nor: fc.array(flat, { minLength: 1, maxLength: 2 }) }),
);

const direction = fc.constantFrom<1 | -1>(1, -1);

/** Paths with directions; lists are in one of them at most, as MongoDB wants it. */
const keyPattern: fc.Arbitrary<Sort> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...PATHS), direction), {
    selector: ([path]) => (path === 'n.x' ? 'a' : path),
    minLength: 1,
    maxLength: 3,
  })
  .map((keys): Sort => Object.fromEntries(keys));

/** A sort that leaves no ties. */
export const sort: fc.Arbitrary<Sort> = keyPattern.map((keys) => ({ ...keys, _id: 1 }));

/** Up to three indexes. */
export const indexes: fc.Arbitrary<{ key: Sort; sparse?: boolean }[]> = fc.uniqueArray(
  fc.record({ key: keyPattern, sparse: fc.boolean() }),
  { maxLength: 3, selector: ({ key }) => Object.entries(key).join() },
);

const small = fc.integer({ min: -5, max: 5 });
const path = fc.constantFrom(...PATHS);
const at = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.tuple(path, value).map(([key, operand]) => ({ [key]: operand }));

/** An update of one path. */
export const update: fc.Arbitrary<Update> = fc.oneof(
  fc.record({ $set: at(scalar) }),
  fc.record({ $unset: at(fc.constant('' as const)) }),
  fc.record({ $inc: at(small) }),
  fc.record({ $mul: at(small) }),
  fc.record({ $min: at(scalar) }),
  fc.record({ $max: at(scalar) }),
  fc.record({ $push: at(scalar) }),
  fc.record({ $addToSet: at(scalar) }),
  fc.record({ $pull: at(scalar) }),
  fc.record({ $pop: at(direction) }),
);

const match = fc.record({ $match: filter });
const ordered = fc
  .tuple(sort, fc.nat({ max: 5 }), fc.integer({ min: 1, max: 20 }))
  .map(([$sort, $skip, $limit]): Stage[] => [{ $sort }, { $skip }, { $limit }]);
const scalarField = fc.constantFrom<'b' | 'c'>('b', 'c');
const last: fc.Arbitrary<Stage> = fc.oneof(
  fc.record({ $group: fc.record({ by: scalarField, over: scalarField }) }),
  fc.constant<Stage>({ $count: 'count' }),
  fc.constantFrom<Stage>({ $project: { a: 1, n: 1 } }, { $project: { b: 0, n: 0 } }),
);

/** Stages whose result depends on no order that MongoDB leaves open. */
export const pipeline: fc.Arbitrary<Stage[]> = fc
  .tuple(
    fc.array(match, { maxLength: 2 }),
    fc.option(ordered, { nil: [] }),
    fc.option(fc.constant<Stage>({ $unwind: '$a' }), { nil: undefined }),
    fc.option(match, { nil: undefined }),
    fc.option(last, { nil: undefined }),
  )
  .map(([matches, sortAndCut, unwind, rematch, end]) =>
    [...matches, ...sortAndCut, unwind, rematch, end].filter((stage) => stage !== undefined),
  );
