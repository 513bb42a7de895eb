import fc from 'fast-check';
import {
  type BsonValue,
  Decimal128,
  type Doc,
  Double,
  Long,
  compare,
  typeName,
} from '../../values';
import { aggregate, codeOf, environmentOf, textOf } from '../testing/aggregate';
import { runPipeline } from '../run-pipeline';
import { withoutPauses } from '../../stream';

/** The result of one accumulator over the values of `v`, with its BSON type. */
function accumulate(accumulator: Doc, values: BsonValue[]): BsonValue {
  const docs = values.map((value, order): Doc =>
    value === undefined ? { order } : { v: value, order },
  );
  const pipeline = [{ $group: { _id: null, result: accumulator } }];
  return [...withoutPauses(runPipeline(docs, pipeline, environmentOf()))][0]?.result;
}

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

describe('$sum and $avg', () => {
  it('keeps the types of the numbers', () => {
    expect(accumulate({ $sum: '$v' }, [1, 2])).toBe(3);
    expect(accumulate({ $sum: '$v' }, [1, new Double(2)])).toEqual(new Double(3));
    expect(accumulate({ $sum: '$v' }, [1, Long.fromNumber(2)])).toEqual(Long.fromNumber(3));
    expect(typeName(accumulate({ $sum: '$v' }, [2_147_483_647, 1]))).toBe('long');
    expect(textOf(accumulate({ $sum: '$v' }, [decimal('0.1'), decimal('0.2'), 1]))).toBe('1.3');
    expect(textOf(accumulate({ $avg: '$v' }, [decimal('1'), decimal('2')]))).toBe('1.5');
    expect(accumulate({ $avg: '$v' }, [1, 3])).toEqual(new Double(2));
  });

  it('adds integers exactly', () => {
    const big = Long.fromString('9007199254740993');
    expect(textOf(accumulate({ $sum: '$v' }, [big, 1, 1]))).toBe('9007199254740995');
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1 }), (numbers) => {
        const sum = accumulate(
          { $sum: '$v' },
          numbers.map((number) => Long.fromNumber(number)),
        );
        expect(textOf(sum)).toBe(
          String(numbers.reduce((total, number) => total + BigInt(number), 0n)),
        );
      }),
    );
  });

  it('adds doubles with hardly any error, in any order', () => {
    expect(accumulate({ $sum: '$v' }, Array<number>(10).fill(0.1))).toEqual(new Double(1));
    expect(accumulate({ $sum: '$v' }, [1e100, 1.5, -1e100])).toBe(1.5);
    expect(accumulate({ $sum: '$v' }, [Infinity, 1.5])).toBe(Infinity);
  });

  it('passes over what is no number', () => {
    expect(accumulate({ $sum: '$v' }, ['x', null, undefined, [1]])).toBe(0);
    expect(accumulate({ $avg: '$v' }, ['x', null])).toBeNull();
    expect(accumulate({ $sum: 1 }, [null, 'x'])).toBe(2);
    expect(accumulate({ $sum: 2 }, [null, 'x'])).toBe(4);
    expect(accumulate({ $count: {} }, [null, 'x'])).toBe(2);
  });
});

describe('the other accumulators', () => {
  const values = [3, null, 'x', 1, undefined, 1];
  const nested = [{ a: 1 }, { b: 2 }, null];

  it.each<[Doc, BsonValue[], BsonValue]>([
    [{ $min: '$v' }, values, 1],
    [{ $max: '$v' }, values, 'x'],
    [{ $min: '$v' }, [null], null],
    [{ $first: '$v' }, values, 3],
    [{ $last: '$v' }, values, 1],
    [{ $last: '$v' }, [1, undefined], null],
    [{ $push: '$v' }, values, [3, null, 'x', 1, 1]],
    [{ $addToSet: '$v' }, values, [3, null, 'x', 1]],
    [{ $addToSet: '$v' }, [1, Long.fromNumber(1), new Double(1)], [1]],
    [{ $mergeObjects: '$v' }, nested, { a: 1, b: 2 }],
    [{ $firstN: { input: '$v', n: 2 } }, values, [3, null]],
    [{ $lastN: { input: '$v', n: 3 } }, values, [1, null, 1]],
    [{ $minN: { input: '$v', n: 3 } }, values, [1, 1, 3]],
    [{ $maxN: { input: '$v', n: 2 } }, values, ['x', 3]],
    [{ $top: { sortBy: { v: -1 }, output: '$order' } }, [5, 7, 7], 1],
    [{ $bottom: { sortBy: { v: -1 }, output: '$order' } }, [5, 7, 7], 0],
    [{ $topN: { sortBy: { v: 1 }, output: '$v', n: 2 } }, [5, 9, 7], [5, 7]],
    [{ $bottomN: { sortBy: { v: 1 }, output: '$v', n: 2 } }, [5, 9, 7], [7, 9]],
    [{ $stdDevSamp: '$v' }, [1], null],
  ])('%j', (accumulator, input, expected) => {
    expect(accumulate(accumulator, input)).toEqual(expected);
  });

  it('measures deviation and percentiles', () => {
    expect(Number(accumulate({ $stdDevPop: '$v' }, [2, 4, 4, 4, 5, 5, 7, 9]))).toBeCloseTo(2, 12);
    expect(Number(accumulate({ $stdDevSamp: '$v' }, [1, 2, 3]))).toBeCloseTo(1, 12);
    expect(Number(accumulate({ $median: { input: '$v', method: 'approximate' } }, [9, 1, 5]))).toBe(
      5,
    );
  });

  it('lets n depend on the group', () => {
    const docs = [1, 2, 3, 4].map((v): Doc => ({ g: v % 2 ? 'a' : 'b', v }));
    const n = { $cond: [{ $eq: ['$g', 'a'] }, 1, 2] };
    expect(
      aggregate(docs, [
        { $group: { _id: { g: '$g' }, top: { $firstN: { input: '$v', n } } } },
        { $sort: { _id: 1 } },
      ]),
    ).toEqual([
      { _id: { g: 'a' }, top: [1] },
      { _id: { g: 'b' }, top: [2, 4] },
    ]);
  });

  it('keeps the best of random values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 })),
        fc.integer({ min: 1, max: 5 }),
        (list, n) => {
          expect(accumulate({ $minN: { input: '$v', n } }, list)).toEqual(
            list.length === 0 ? undefined : list.toSorted(compare).slice(0, n),
          );
        },
      ),
    );
  });

  it('refuses what is no accumulator', () => {
    expect(codeOf(() => accumulate({ $nope: 1 }, []))).toBe(15952);
    expect(codeOf(() => accumulate({ $sum: 1, $avg: 1 }, []))).toBe(40238);
    expect(codeOf(() => accumulate({}, []))).toBe(40234);
    expect(codeOf(() => accumulate({ $sum: [1, 2] }, []))).toBe(40237);
    expect(codeOf(() => accumulate({ $accumulator: {} }, []))).toBe(238);
    expect(codeOf(() => accumulate({ $firstN: { input: '$v', n: 0 } }, [1]))).toBe(5787908);
  });
});
