import fc from 'fast-check';
import {
  type BsonValue,
  compare,
  Decimal128,
  type Doc,
  Long,
  ObjectId,
  setTextScore,
} from '../values';
import { sortDocuments } from './sort-documents';

const itself = (doc: Doc) => doc;

describe('sortDocuments', () => {
  it('sorts across types as MongoDB does', () => {
    const id = new ObjectId();
    const values: BsonValue[] = [
      true,
      id,
      'a',
      { x: 1 },
      Long.fromNumber(3),
      null,
      2.5,
      [9],
      new Date(0),
    ];
    const sorted = sortDocuments(
      values.map((a) => ({ a })),
      itself,
      { a: 1 },
    );
    expect(sorted.map(({ a }) => a)).toEqual([
      null,
      2.5,
      Long.fromNumber(3),
      [9],
      'a',
      { x: 1 },
      id,
      true,
      new Date(0),
    ]);
  });

  it('honours the collation', () => {
    const docs = [{ a: 'b' }, { a: 'B' }, { a: 'a' }];
    expect(sortDocuments(docs, itself, { a: 1 }, { locale: 'en', strength: 2 })).toEqual([
      { a: 'a' },
      { a: 'b' },
      { a: 'B' },
    ]);
    expect(sortDocuments(docs, itself, { a: 1 })).toEqual([{ a: 'B' }, { a: 'a' }, { a: 'b' }]);
  });

  it('sorts by text score from best to worst', () => {
    const docs: Doc[] = [{ n: 1 }, { n: 2 }, { n: 3 }];
    docs.forEach((doc, index) => setTextScore(doc, index % 2));
    expect(
      sortDocuments(docs, itself, { s: { $meta: 'textScore' }, n: -1 }).map(({ n }) => n),
    ).toEqual([2, 3, 1]);
  });

  it('reverses the natural order', () => {
    const docs = [{ a: 1 }, { a: 2 }, { a: 3 }];
    expect(sortDocuments(docs, itself, { $natural: -1 })).toEqual([...docs].reverse());
    expect(sortDocuments(docs, itself, { $natural: -1 }, undefined, 2)).toEqual([
      { a: 3 },
      { a: 2 },
    ]);
    expect(sortDocuments(docs, itself, { $natural: 1 })).toEqual(docs);
  });

  it('sorts more than one run', () => {
    const docs = Array.from({ length: 10_000 }, (_, place) => ({ a: (place * 7919) % 101, place }));
    const expected = [...docs].sort((x, y) => x.a - y.a || x.place - y.place);
    expect(sortDocuments(docs, itself, { a: 1 })).toEqual(expected);
  });
});

describe('sortDocuments against the sort of JavaScript', () => {
  const value = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(0.5, Long.fromNumber(2), Decimal128.fromString('1.5'), null, true, 'a', 'b'),
    fc.record({ x: fc.integer({ min: 0, max: 2 }) }),
  );
  const docs = fc.array(
    fc.record({ a: value, b: value }, { requiredKeys: [] }).map((doc): Doc => ({ ...doc })),
    { maxLength: 30 },
  );
  const direction = fc.constantFrom(1, -1);

  it('agrees, is stable, and a limit only cuts the result', () => {
    fc.assert(
      fc.property(
        docs,
        direction,
        direction,
        fc.integer({ min: 1, max: 35 }),
        (list, a, b, limit) => {
          const spec = { a, b };
          const expected = [...list].sort(
            (x, y) =>
              compare(x['a'] ?? null, y['a'] ?? null) * a ||
              compare(x['b'] ?? null, y['b'] ?? null) * b,
          );
          const sorted = sortDocuments(list, itself, spec);
          expect(sorted.map((doc) => list.indexOf(doc))).toEqual(
            expected.map((doc) => list.indexOf(doc)),
          );
          const limited = sortDocuments(list, itself, spec, undefined, limit);
          expect(limited.map((doc) => list.indexOf(doc))).toEqual(
            expected.slice(0, limit).map((doc) => list.indexOf(doc)),
          );
        },
      ),
    );
  });
});
