import fc from 'fast-check';
import { type BsonValue, type Doc, compare } from '../values';
import { aggregate } from './testing/aggregate';

const value = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom<BsonValue>(null, 'a', 'b', true, 0.5, 2.5),
  fc.integer({ min: 0, max: 5 }).map((day): BsonValue => new Date(Date.UTC(2024, 0, day + 1, 7))),
);
const doc = fc.record(
  {
    k: value,
    v: value,
    at: fc.date({ noInvalidDate: true, min: new Date('2024-01-01'), max: new Date('2024-02-01') }),
  },
  { requiredKeys: ['at'] },
) as fc.Arbitrary<Doc>;
const docs = fc
  .array(doc, { maxLength: 40 })
  .map((list) => list.map((item, index): Doc => ({ _id: index, ...item })));

function isNumber(candidate: BsonValue): candidate is number {
  return typeof candidate === 'number';
}

describe('random pipelines against a simple reference', () => {
  it('$group with $sum, $min, $max, $first, $push and $avg', () => {
    fc.assert(
      fc.property(docs, (list) => {
        const groups = new Map<string, { id: BsonValue; members: Doc[] }>();
        for (const item of list) {
          const id = item.k ?? null;
          const key = `${typeof id}:${id instanceof Date ? id.getTime() : JSON.stringify(id)}`;
          const group = groups.get(key) ?? { id, members: [] };
          group.members.push(item);
          groups.set(key, group);
        }
        const expected = [...groups.values()].map(({ id, members }) => {
          const values = members.map(({ v }) => v);
          const numbers = values.filter(isNumber);
          const present = values
            .filter((v) => v !== undefined && v !== null)
            .sort((a, b) => compare(a, b));
          const sum = numbers.reduce((total, number) => total + number, 0);
          return {
            _id: id,
            sum,
            avg: numbers.length ? sum / numbers.length : null,
            min: present[0] ?? null,
            max: present.at(-1) ?? null,
            first: values[0] ?? null,
            all: values.filter((v) => v !== undefined),
            n: members.length,
          };
        });
        const result = aggregate(list, [
          {
            $group: {
              _id: '$k',
              sum: { $sum: '$v' },
              avg: { $avg: '$v' },
              min: { $min: '$v' },
              max: { $max: '$v' },
              first: { $first: '$v' },
              all: { $push: '$v' },
              n: { $sum: 1 },
            },
          },
        ]);
        expect(result).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('$match, $sort, $skip and $limit', () => {
    fc.assert(
      fc.property(
        docs,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom(1, -1),
        fc.integer({ min: -2, max: 2 }),
        (list, skip, limit, direction, least) => {
          const expected = list
            .filter(({ v }) => isNumber(v) && v >= least)
            .sort((a, b) => direction * compare(a.k, b.k))
            .slice(skip, skip + limit);
          const pipeline: Doc[] = [
            { $match: { v: { $gte: least } } },
            { $sort: { k: direction } },
            { $skip: skip },
            { $limit: limit },
          ];
          expect(aggregate(list, pipeline)).toEqual(expected);
          // In any other cut of the same pipeline nothing is coalesced.
          const apart: Doc[] = [
            pipeline[0] as Doc,
            pipeline[1] as Doc,
            { $set: { x: 1 } },
            { $unset: 'x' },
            ...pipeline.slice(2),
          ];
          expect(aggregate(list, apart)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('the daily sum', () => {
    fc.assert(
      fc.property(docs, (list) => {
        const sums = new Map<string, number>();
        for (const { at, v } of list) {
          const day = (at as Date).toISOString().slice(0, 10);
          sums.set(day, (sums.get(day) ?? 0) + (isNumber(v) ? v : 0));
        }
        const expected = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
        const run = (_id: Doc): Doc[] =>
          aggregate(list, [{ $group: { _id, sum: { $sum: '$v' } } }, { $sort: { _id: 1 } }]);
        expect(run({ $dateToString: { date: '$at', format: '%Y-%m-%d' } })).toEqual(
          expected.map(([_id, sum]) => ({ _id, sum })),
        );
        expect(run({ $dateTrunc: { date: '$at', unit: 'day' } })).toEqual(
          expected.map(([day, sum]) => ({ _id: new Date(day), sum })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('$facet gives what its pipelines give alone', () => {
    const branches: Record<string, Doc[]> = {
      grouped: [{ $group: { _id: '$k', n: { $sum: 1 } } }],
      sorted: [{ $sort: { v: 1, _id: 1 } }, { $limit: 3 }],
      unwound: [{ $set: { list: ['$k', '$v'] } }, { $unwind: '$list' }, { $skip: 2 }],
      counted: [{ $match: { k: { $gt: 0 } } }, { $count: 'n' }],
    };
    fc.assert(
      fc.property(docs, (list) => {
        const [result] = aggregate(list, [{ $facet: branches }]) as [Doc];
        for (const [field, pipeline] of Object.entries(branches)) {
          expect(result[field]).toEqual(aggregate(list, pipeline));
        }
      }),
      { numRuns: 50 },
    );
  });
});
