import { Long } from 'bson';
import fc from 'fast-check';
import { type BsonValue, cloneValue, compare, decode, type Doc, encode, equals } from '../values';
import { updated } from './testing/updated';

const field = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const scalar = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom<BsonValue>(0.5, 'x', 'y', true, null),
);
const value: fc.Arbitrary<BsonValue> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.record({ n: scalar }).map((doc): Doc => ({ ...doc })),
);

/** Documents as they come out of the database: every name is an own field. */
const docs = fc
  .uniqueArray(fc.tuple(field, value), { selector: ([name]) => name, maxLength: 5 })
  .map((fields) => decode(encode(documentOf(fields))));

function documentOf(fields: readonly (readonly [string, BsonValue])[]): Doc {
  return Object.fromEntries<BsonValue>(fields);
}

function outcome(work: () => Doc): unknown {
  try {
    return Object.entries(work());
  } catch {
    return 'refused';
  }
}

/** A reference for one operator: the new value, or undefined to remove the field. */
type Reference = (current: BsonValue, argument: BsonValue) => BsonValue;

function refused(): never {
  throw new Error('refused');
}

function referenceUpdate(doc: Doc, name: string, argument: BsonValue, reference: Reference): Doc {
  const fields = new Map(Object.entries(cloneValue(doc)));
  const result = reference(fields.get(name), argument);
  if (result === undefined) fields.delete(name);
  else fields.set(name, result);
  return documentOf([...fields]);
}

function listOf(current: BsonValue): BsonValue[] {
  if (current === undefined) return [];
  return Array.isArray(current) ? current : refused();
}

function onExisting(change: (list: BsonValue[]) => BsonValue[]): Reference {
  return (current) => (current === undefined ? undefined : change(listOf(current)));
}

const numberOf = (current: BsonValue): number =>
  typeof current === 'number' ? current : current === undefined ? 0 : refused();

const references: readonly [string, fc.Arbitrary<BsonValue>, Reference][] = [
  ['$set', value, (_current, argument) => argument],
  ['$unset', scalar, () => undefined],
  ['$inc', fc.integer(), (current, argument) => numberOf(current) + (argument as number)],
  [
    '$mul',
    fc.integer({ min: -9, max: 9 }),
    (current, argument) => numberOf(current) * (argument as number) + 0,
  ],
  [
    '$min',
    value,
    (current, argument) =>
      current === undefined || compare(argument, current) < 0 ? argument : current,
  ],
  [
    '$max',
    value,
    (current, argument) =>
      current === undefined || compare(argument, current) > 0 ? argument : current,
  ],
  ['$push', value, (current, argument) => [...listOf(current), argument]],
  [
    '$addToSet',
    value,
    (current, argument) => {
      const list = listOf(current);
      return list.some((item) => equals(item, argument)) ? list : [...list, argument];
    },
  ],
  [
    '$pop',
    fc.constantFrom(1, -1),
    (current, argument) =>
      onExisting((list) => (argument === 1 ? list.slice(0, -1) : list.slice(1)))(current, argument),
  ],
  [
    '$pull',
    scalar,
    (current, argument) =>
      onExisting((list) => list.filter((item) => !equals(item, argument)))(current, argument),
  ],
  [
    '$pullAll',
    fc.array(scalar, { maxLength: 3 }),
    (current, argument) =>
      onExisting((list) =>
        list.filter((item) => !(argument as BsonValue[]).some((other) => equals(item, other))),
      )(current, argument),
  ],
  [
    '$bit',
    fc.record({ xor: fc.integer() }).map((bits): Doc => ({ ...bits })),
    (current, argument) => {
      const number = numberOf(current);
      return Number.isInteger(number) ? number ^ ((argument as Doc)['xor'] as number) : refused();
    },
  ],
];

/** Numbers by their values alone: the references know nothing of BSON's numeric types. */
function plain(result: unknown): unknown {
  return JSON.parse(
    JSON.stringify(result, (_name, one: unknown) => (one instanceof Long ? one.toNumber() : one)),
  ) as unknown;
}

describe('an update of random documents', () => {
  it.each(references)('%s agrees with a simple reference', (operator, argumentOf, reference) => {
    fc.assert(
      fc.property(docs, field, argumentOf, (doc, name, argument) => {
        const update = { [operator]: documentOf([[name, argument]]) };
        const expected = outcome(() => referenceUpdate(doc, name, argument, reference));
        expect(plain(outcome(() => updated(doc, update)))).toEqual(plain(expected));
      }),
    );
  });

  it('$push with clauses agrees with splice, sort and slice', () => {
    const clauses = fc.record({
      values: fc.array(scalar, { maxLength: 4 }),
      position: fc.integer({ min: -6, max: 6 }),
      sort: fc.constantFrom(1, -1, undefined),
      slice: fc.integer({ min: -6, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(scalar, { maxLength: 5 }), clauses, (list, clause) => {
        const expected = [...list];
        expected.splice(clause.position, 0, ...clause.values);
        const { sort, slice } = clause;
        if (sort !== undefined) expected.sort((a, b) => compare(a, b) * sort);
        const kept = slice < 0 ? expected.slice(slice) : expected.slice(0, slice);
        const push: Doc = { $each: clause.values, $position: clause.position, $slice: slice };
        if (sort !== undefined) push['$sort'] = sort;
        expect(updated({ list }, { $push: { list: push } })).toEqual({ list: kept });
      }),
    );
  });

  it('$rename is a $set of the value and an $unset', () => {
    fc.assert(
      fc.property(docs, field, field, (doc, from, to) => {
        fc.pre(from !== to);
        const found = Object.entries(doc).find(([name]) => name === from);
        const expected =
          found === undefined
            ? doc
            : updated(doc, {
                $set: documentOf([[to, found[1]]]),
                $unset: documentOf([[from, 1]]),
              });
        const renamed = updated(doc, { $rename: documentOf([[from, to]]) });
        expect(Object.entries(renamed)).toEqual(Object.entries(expected));
      }),
    );
  });

  it('setting many paths is setting them one by one', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', '0', '1', '12'), { minLength: 1, maxLength: 3 })
      .map((components) => components.join('.'));
    fc.assert(
      fc.property(docs, fc.uniqueArray(path, { maxLength: 4 }), (doc, paths) => {
        fc.pre(!paths.some((one) => paths.some((other) => other.startsWith(`${one}.`))));
        const together = outcome(() =>
          updated(doc, { $set: documentOf(paths.map((one, index) => [one, index])) }),
        );
        const oneByOne = outcome(() => {
          let result = doc;
          for (const one of inTreeOrder(paths))
            result = updated(result, { $set: documentOf([[one, paths.indexOf(one)]]) });
          return result;
        });
        expect(together).toEqual(oneByOne);
      }),
    );
  });
});

/** The order in which MongoDB sets the paths: component by component, numbers as numbers. */
function inTreeOrder(paths: readonly string[]): string[] {
  return [...paths].sort((one, other) => {
    const [a, b] = [one.split('.'), other.split('.')];
    for (const [depth, component] of a.entries()) {
      const against = b[depth] ?? '';
      if (component === against) continue;
      const byNumber = Number(component) - Number(against);
      if (!Number.isNaN(byNumber) && byNumber !== 0) return byNumber;
      return component < against ? -1 : 1;
    }
    return 0;
  });
}
