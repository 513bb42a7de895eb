import { type Doc } from '../../values';
import { aggregate, codeOf } from '../testing/aggregate';

const day = (number: number): Date => new Date(Date.UTC(2024, 0, number));
const sales: Doc[] = [
  { at: day(3), shop: 'a', n: 30 },
  { at: day(1), shop: 'a', n: 10 },
  { at: day(2), shop: 'b', n: 5 },
  { at: day(2), shop: 'a', n: 20 },
  { at: day(4), shop: 'b', n: 5 },
];

function windowValues(output: Doc, more: Doc = {}): unknown[] {
  const stage = { partitionBy: '$shop', sortBy: { at: 1 }, output: { v: output }, ...more };
  return aggregate(sales, [{ $setWindowFields: stage }]).map(({ v }) => v);
}

describe('$setWindowFields', () => {
  it.each<[Doc, unknown[]]>([
    [{ $sum: '$n' }, [60, 60, 60, 10, 10]],
    [{ $sum: '$n', window: { documents: ['unbounded', 'current'] } }, [10, 30, 60, 5, 10]],
    [{ $avg: '$n', window: { documents: [-1, 0] } }, [10, 15, 25, 5, 5]],
    [{ $push: '$n', window: { documents: [1, 1] } }, [[20], [30], [], [5], []]],
    [
      { $push: '$n', window: { documents: ['unbounded', 'current'] } },
      [[10], [10, 20], [10, 20, 30], [5], [5, 5]],
    ],
    [{ $sum: '$n', window: { range: [-1, 0], unit: 'day' } }, [10, 30, 50, 5, 5]],
    [{ $documentNumber: {} }, [1, 2, 3, 1, 2]],
    [{ $shift: { output: '$n', by: -1, default: 'none' } }, ['none', 10, 20, 'none', 5]],
    [
      { $derivative: { input: '$n', unit: 'day' }, window: { documents: [-1, 0] } },
      [null, 10, 10, null, 0],
    ],
    [
      { $integral: { input: '$n', unit: 'day' }, window: { documents: ['unbounded', 'current'] } },
      [0, 15, 40, 0, 10],
    ],
    [{ $expMovingAvg: { input: '$n', alpha: 0.5 } }, [10, 15, 22.5, 5, 5]],
    [{ $covariancePop: ['$n', '$n'] }, [200 / 3, 200 / 3, 200 / 3, 0, 0]],
    [{ $first: '$n' }, [10, 10, 10, 5, 5]],
  ])('%j', (output, expected) => {
    const values = windowValues(output);
    values.forEach((value, index) => {
      if (typeof value === 'number') expect(value).toBeCloseTo(expected[index] as number, 9);
      else expect(value).toEqual(expected[index]);
    });
  });

  it('ranks', () => {
    const ranks = (output: Doc): unknown[] =>
      windowValues(output, { sortBy: { n: 1 }, partitionBy: null });
    expect(ranks({ $rank: {} })).toEqual([1, 1, 3, 4, 5]);
    expect(ranks({ $denseRank: {} })).toEqual([1, 1, 2, 3, 4]);
    expect(codeOf(() => windowValues({ $rank: {} }, { sortBy: undefined }))).toBeDefined();
  });

  it('fills gaps', () => {
    const docs: Doc[] = [{ x: 0, v: 0 }, { x: 1 }, { x: 4, v: 8 }, { x: 5, v: null }];
    const run = (output: Doc): unknown[] =>
      aggregate(docs, [{ $setWindowFields: { sortBy: { x: 1 }, output: { w: output } } }]).map(
        ({ w }) => w,
      );
    expect(run({ $locf: '$v' })).toEqual([0, 0, 8, 8]);
    expect(run({ $linearFill: '$v' })).toEqual([0, 2, 8, null]);
  });

  it('refuses a wrong shape', () => {
    expect(codeOf(() => windowValues({ $nope: 1 }))).toBe(9);
    expect(codeOf(() => windowValues({ $sum: 1, window: { documents: [1, 0] } }))).toBe(5339900);
    expect(codeOf(() => windowValues({ $rank: {}, window: { documents: [0, 0] } }))).toBe(5371601);
  });
});

describe('$densify', () => {
  it('fills numbers over the whole range', () => {
    const docs: Doc[] = [{ x: 1 }, { x: 4 }, { x: 2.5 }, { y: 0 }];
    expect(
      aggregate(docs, [{ $densify: { field: 'x', range: { step: 1, bounds: 'full' } } }]),
    ).toEqual([{ y: 0 }, { x: 1 }, { x: 2 }, { x: 2.5 }, { x: 3 }, { x: 4 }]);
  });

  it('fills dates of each partition', () => {
    const stage = {
      field: 'at',
      partitionByFields: ['shop'],
      range: { step: 1, unit: 'day', bounds: 'partition' },
    };
    expect(aggregate(sales, [{ $densify: stage }]).filter(({ n }) => n === undefined)).toEqual([
      { shop: 'b', at: day(3) },
    ]);
  });

  it('fills between given bounds, the upper one excluded', () => {
    const stage = { field: 'x', range: { step: 2, bounds: [0, 6] } };
    expect(aggregate([{ x: 2 }, { x: 9 }], [{ $densify: stage }])).toEqual([
      { x: 0 },
      { x: 2 },
      { x: 4 },
      { x: 9 },
    ]);
  });

  it('refuses what it cannot count', () => {
    const stage = { field: 'x', range: { step: 1, bounds: 'full' } };
    expect(codeOf(() => aggregate([{ x: 'a' }], [{ $densify: stage }]))).toBe(5733201);
    expect(
      codeOf(() => aggregate([], [{ $densify: { ...stage, range: { step: 0, bounds: 'full' } } }])),
    ).toBe(5733402);
  });
});

describe('$fill', () => {
  const docs: Doc[] = [
    { g: 1, x: 1, v: 1 },
    { g: 1, x: 2 },
    { g: 2, x: 1, v: null },
    { g: 1, x: 3, v: 3 },
  ];

  it('fills by value, the last value, and on a line', () => {
    const run = (output: Doc): unknown[] =>
      aggregate(docs, [
        { $fill: { partitionByFields: ['g'], sortBy: { x: 1 }, output: { v: output } } },
      ]).map(({ v }) => v);
    expect(run({ value: { $literal: 0 } })).toEqual([1, 0, 3, 0]);
    expect(run({ method: 'locf' })).toEqual([1, 1, 3, null]);
    expect(run({ method: 'linear' })).toEqual([1, 2, 3, null]);
  });
});
