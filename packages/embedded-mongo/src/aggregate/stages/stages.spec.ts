import { PAUSE, type Stream } from '../../stream';
import { Decimal128, type Doc, Double, Long, setTextScore } from '../../values';
import { runPipeline } from '../run-pipeline';
import { aggregate, codeOf, environmentOf } from '../testing/aggregate';
import { DOCUMENT_STAGES, validatePipeline } from '../validate-pipeline';
import { STAGES } from './index';

const orders: Doc[] = [
  { _id: 1, item: 'a', qty: 5, tags: ['x', 'y'] },
  { _id: 2, item: 'b', qty: 1, tags: [] },
  { _id: 3, item: 'a', qty: 2, tags: null },
  { _id: 4, item: null, qty: 7 },
  { _id: 5, qty: 3, tags: 'z' },
];

describe('the stages', () => {
  it('have a compiler for each known name', () => {
    expect([...STAGES.keys()].sort()).toEqual([...DOCUMENT_STAGES].sort());
  });

  it('are checked before they run', () => {
    expect(codeOf(() => validatePipeline('x'))).toBe(14);
    expect(codeOf(() => validatePipeline([1]))).toBe(14);
    expect(codeOf(() => validatePipeline([{}]))).toBe(40323);
    expect(codeOf(() => validatePipeline([{ $match: {}, $limit: 1 }]))).toBe(40323);
    expect(codeOf(() => validatePipeline([{ $nope: 1 }]))).toBe(40324);
    expect(codeOf(() => validatePipeline([{ $geoNear: {} }]))).toBe(238);
    expect(codeOf(() => validatePipeline([{ $changeStream: {} }]))).toBe(40573);
    expect(codeOf(() => validatePipeline([{ $out: 'x' }, { $match: {} }]))).toBe(40601);
    expect(codeOf(() => validatePipeline([{ $match: {} }, { $indexStats: {} }]))).toBe(40602);
    expect(validatePipeline([{ $indexStats: {} }])).toHaveLength(1);
  });

  it('pass pauses on', () => {
    const input: Stream<Doc> = [{ a: 1 }, PAUSE, { a: 2 }, PAUSE];
    const pipelines: Doc[] = [
      { $match: { a: 1 } },
      { $group: { _id: null } },
      { $sort: { a: 1 } },
      { $unwind: '$a' },
      { $facet: { all: [] } },
      { $setWindowFields: { output: { n: { $sum: 1 } } } },
      { $lookup: { from: 'x', localField: 'a', foreignField: 'a', as: 'b' } },
    ];
    for (const stage of pipelines) {
      const result = [...runPipeline(input, [stage], environmentOf())];
      expect(result.filter((item) => item === PAUSE).length).toBeGreaterThanOrEqual(2);
    }
  });

  it('$limit stops reading', () => {
    let read = 0;
    const source = function* (): Stream<Doc> {
      for (;;) yield { n: read++ };
    };
    const result = [...runPipeline(source(), [{ $limit: 3 }], environmentOf())];
    expect(result).toHaveLength(3);
    expect(read).toBe(3);
  });
});

describe('$group', () => {
  it('puts null and missing into one group, and equal numbers of all types', () => {
    expect(
      aggregate(orders, [{ $group: { _id: '$item', n: { $sum: '$qty' } } }, { $sort: { _id: 1 } }]),
    ).toEqual([
      { _id: null, n: 10 },
      { _id: 'a', n: 7 },
      { _id: 'b', n: 1 },
    ]);
    const numbers = [5, new Double(5), Long.fromNumber(5), Decimal128.fromString('5.0')];
    expect(
      aggregate(
        numbers.map((v): Doc => ({ v })),
        [{ $group: { _id: '$v', n: { $count: {} } } }],
      ),
    ).toEqual([{ _id: 5, n: 4 }]);
  });

  it('tells documents with another field order apart', () => {
    const docs: Doc[] = [{ v: { a: 1, b: 1 } }, { v: { b: 1, a: 1 } }];
    expect(aggregate(docs, [{ $group: { _id: '$v' } }])).toHaveLength(2);
    expect(
      aggregate([{ v: {} }, { v: { x: null } }], [{ $group: { _id: { x: '$v.x' } } }]),
    ).toEqual([{ _id: {} }, { _id: { x: null } }]);
  });

  it('follows the collation', () => {
    const docs: Doc[] = [{ v: 'a' }, { v: 'A' }, { v: 'b' }];
    const environment = environmentOf({}, { collation: { locale: 'en', strength: 2 } });
    expect(aggregate(docs, [{ $group: { _id: '$v', n: { $sum: 1 } } }], environment)).toEqual([
      { _id: 'a', n: 2 },
      { _id: 'b', n: 1 },
    ]);
  });

  it('gives no group for no document', () => {
    expect(aggregate([], [{ $group: { _id: null, n: { $sum: 1 } } }])).toEqual([]);
  });

  it('refuses a wrong shape', () => {
    expect(codeOf(() => aggregate([], [{ $group: 1 }]))).toBe(15947);
    expect(codeOf(() => aggregate([], [{ $group: {} }]))).toBe(15955);
    expect(codeOf(() => aggregate([], [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }]))).toBe(40235);
  });
});

describe('$project, $addFields and $unset', () => {
  const doc: Doc = { _id: 1, a: { b: 1, c: 2 }, list: [{ x: 1, y: 2 }, 5, { x: 3 }], z: 'z' };

  it('includes', () => {
    expect(aggregate([doc], [{ $project: { 'list.x': 1, a: { b: true } } }])).toEqual([
      { _id: 1, a: { b: 1 }, list: [{ x: 1 }, { x: 3 }] },
    ]);
    expect(aggregate([doc], [{ $project: { _id: 0, z: 1 } }])).toEqual([{ z: 'z' }]);
  });

  it('keeps the order of the document, computed fields last', () => {
    const [result] = aggregate([doc], [{ $project: { n: { $literal: 1 }, z: 1, a: 1 } }]);
    expect(Object.keys(result as Doc)).toEqual(['_id', 'a', 'z', 'n']);
  });

  it('excludes', () => {
    expect(aggregate([doc], [{ $project: { 'a.b': 0, list: false } }])).toEqual([
      { _id: 1, a: { c: 2 }, z: 'z' },
    ]);
    expect(aggregate([doc], [{ $project: { _id: 0 } }])[0]).not.toHaveProperty('_id');
    expect(aggregate([doc], [{ $unset: ['list.x', 'a'] }])).toEqual([
      { _id: 1, list: [{ y: 2 }, 5, {}], z: 'z' },
    ]);
  });

  it('computes', () => {
    expect(
      aggregate(
        [doc],
        [{ $project: { sum: { $add: ['$a.b', '$a.c'] }, gone: '$nothing', s: 'text' } }],
      ),
    ).toEqual([{ _id: 1, sum: 3, s: 'text' }]);
  });

  it('adds fields, into arrays too, without touching the input', () => {
    const before = JSON.stringify(doc);
    expect(
      aggregate(
        [doc],
        [{ $addFields: { 'list.k': '$z', 'a.d': { $add: ['$a.b', 1] }, 'n.m': 1 } }],
      ),
    ).toEqual([
      {
        _id: 1,
        a: { b: 1, c: 2, d: 2 },
        list: [{ x: 1, y: 2, k: 'z' }, { k: 'z' }, { x: 3, k: 'z' }],
        z: 'z',
        n: { m: 1 },
      },
    ]);
    expect(JSON.stringify(doc)).toBe(before);
  });

  it('replaces and removes with $set', () => {
    expect(aggregate([doc], [{ $set: { a: '$$REMOVE', list: { $size: '$list' } } }])).toEqual([
      { _id: 1, list: 3, z: 'z' },
    ]);
  });

  it('computes all fields from the same document', () => {
    expect(aggregate([{ a: 1, b: 2 }], [{ $set: { a: '$b', b: '$a' } }])).toEqual([{ a: 2, b: 1 }]);
  });

  it('keeps strange names as ordinary fields', () => {
    const strange = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as Doc;
    const [result] = aggregate([strange], [{ $set: { toString: 1 } }]) as [Doc];
    expect(Object.keys(result)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  it('refuses contradictions', () => {
    expect(codeOf(() => aggregate([], [{ $project: { a: 1, b: 0 } }]))).toBe(31254);
    expect(codeOf(() => aggregate([], [{ $project: { a: 0, b: 1 } }]))).toBe(31253);
    expect(codeOf(() => aggregate([], [{ $project: {} }]))).toBe(51272);
    expect(codeOf(() => aggregate([], [{ $project: { a: 1, 'a.b': 1 } }]))).toBe(31249);
    expect(codeOf(() => aggregate([], [{ $project: { 'a.b': 1, a: 1 } }]))).toBe(31250);
    expect(codeOf(() => aggregate([], [{ $addFields: { a: { $nope: 1 } } }]))).toBe(168);
    expect(codeOf(() => aggregate([], [{ $unset: 5 }]))).toBe(31002);
  });

  it('keeps the text score', () => {
    const scored: Doc = { a: 1 };
    setTextScore(scored, 2.5);
    expect(
      aggregate(
        [scored],
        [{ $addFields: { b: 1 } }, { $project: { score: { $meta: 'textScore' } } }],
      ),
    ).toEqual([{ score: 2.5 }]);
  });
});

describe('$unwind', () => {
  it('drops what has no elements', () => {
    expect(aggregate(orders, [{ $unwind: '$tags' }]).map(({ _id, tags }) => [_id, tags])).toEqual([
      [1, 'x'],
      [1, 'y'],
      [5, 'z'],
    ]);
  });

  it('keeps it when asked to, with the index', () => {
    const stage = { path: '$tags', includeArrayIndex: 'at', preserveNullAndEmptyArrays: true };
    expect(aggregate(orders, [{ $unwind: stage }, { $project: { tags: 1, at: 1 } }])).toEqual([
      { _id: 1, tags: 'x', at: 0 },
      { _id: 1, tags: 'y', at: 1 },
      { _id: 2, at: null },
      { _id: 3, tags: null, at: null },
      { _id: 4, at: null },
      { _id: 5, tags: 'z', at: null },
    ]);
  });

  it('reaches into documents and changes no input', () => {
    const doc: Doc = { a: { b: [1, 2], c: 3 } };
    expect(aggregate([doc], [{ $unwind: '$a.b' }])).toEqual([
      { a: { b: 1, c: 3 } },
      { a: { b: 2, c: 3 } },
    ]);
    expect(doc).toEqual({ a: { b: [1, 2], c: 3 } });
  });

  it('refuses a wrong path', () => {
    expect(codeOf(() => aggregate([], [{ $unwind: 'a' }]))).toBe(28818);
    expect(codeOf(() => aggregate([], [{ $unwind: {} }]))).toBe(28812);
  });
});

describe('$bucket, $bucketAuto, $sortByCount, $count, $sample', () => {
  it('sorts into buckets', () => {
    const stage = { groupBy: '$qty', boundaries: [0, 3, 6], default: 'more' };
    expect(aggregate(orders, [{ $bucket: stage }])).toEqual([
      { _id: 0, count: 2 },
      { _id: 3, count: 2 },
      { _id: 'more', count: 1 },
    ]);
    const strict = { groupBy: '$qty', boundaries: [0, 3, 6] };
    expect(codeOf(() => aggregate(orders, [{ $bucket: strict }]))).toBe(40066);
    expect(codeOf(() => aggregate([], [{ $bucket: { ...stage, boundaries: [3, 0] } }]))).toBe(
      40194,
    );
    expect(codeOf(() => aggregate([], [{ $bucket: { ...stage, boundaries: [0, 'a'] } }]))).toBe(
      40193,
    );
    expect(codeOf(() => aggregate([], [{ $bucket: { ...stage, default: 2 } }]))).toBe(40199);
  });

  it('finds boundaries itself', () => {
    const stage = { groupBy: '$qty', buckets: 2, output: { sum: { $sum: '$qty' } } };
    expect(aggregate(orders, [{ $bucketAuto: stage }])).toEqual([
      { _id: { min: 1, max: 5 }, sum: 6 },
      { _id: { min: 5, max: 7 }, sum: 12 },
    ]);
  });

  it('counts', () => {
    expect(aggregate(orders, [{ $sortByCount: '$item' }])[0]).toEqual({ _id: 'a', count: 2 });
    expect(aggregate(orders, [{ $count: 'n' }])).toEqual([{ n: 5 }]);
    expect(aggregate([], [{ $count: 'n' }])).toEqual([]);
    expect(codeOf(() => aggregate([], [{ $count: '' }]))).toBe(40156);
  });

  it('samples', () => {
    const ids = aggregate(orders, [{ $sample: { size: 3 } }]).map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(3);
    expect(aggregate(orders, [{ $sample: { size: 30 } }])).toHaveLength(5);
    expect(codeOf(() => aggregate([], [{ $sample: { size: -1 } }]))).toBe(28747);
  });
});

describe('$sort, $skip and $limit', () => {
  it('work together', () => {
    expect(
      aggregate(orders, [{ $sort: { qty: -1 } }, { $skip: 1 }, { $limit: 2 }]).map(
        ({ qty }) => qty,
      ),
    ).toEqual([5, 3]);
  });

  it('refuse wrong numbers', () => {
    expect(codeOf(() => aggregate([], [{ $limit: 0 }]))).toBe(15958);
    expect(codeOf(() => aggregate([], [{ $limit: 'x' }]))).toBe(5107201);
    expect(codeOf(() => aggregate([], [{ $skip: -1 }]))).toBe(5107200);
    expect(codeOf(() => aggregate([], [{ $sort: {} }]))).toBe(15976);
    expect(codeOf(() => aggregate([], [{ $sort: { a: 2 } }]))).toBe(15975);
  });
});

describe('$replaceRoot, $replaceWith, $redact, $documents', () => {
  it('replaces', () => {
    expect(aggregate([{ a: { b: 1 } }], [{ $replaceRoot: { newRoot: '$a' } }])).toEqual([{ b: 1 }]);
    expect(
      aggregate([{ a: 1 }], [{ $replaceWith: { $mergeObjects: [{ b: 2 }, '$$ROOT'] } }]),
    ).toEqual([{ b: 2, a: 1 }]);
    expect(codeOf(() => aggregate([{ a: 1 }], [{ $replaceWith: '$a' }]))).toBe(40228);
    expect(codeOf(() => aggregate([{ a: 1 }], [{ $replaceWith: '$nothing' }]))).toBe(40228);
  });

  it('redacts level by level', () => {
    const docs: Doc[] = [
      {
        level: 1,
        secret: { level: 5, x: 1 },
        open: { level: 1, list: [{ level: 9 }, { level: 0 }, 7] },
      },
      { level: 8 },
    ];
    const stage = { $cond: [{ $lte: ['$level', 2] }, '$$DESCEND', '$$PRUNE'] };
    expect(aggregate(docs, [{ $redact: stage }])).toEqual([
      { level: 1, open: { level: 1, list: [{ level: 0 }, 7] } },
    ]);
    expect(codeOf(() => aggregate([{}], [{ $redact: 'x' }]))).toBe(17053);
  });

  it('takes documents from the pipeline', () => {
    expect(aggregate([{ a: 1 }], [{ $documents: [{ x: { $add: [1, 1] } }] }])).toEqual([{ x: 2 }]);
  });
});

describe('$facet', () => {
  it('runs several pipelines over one reading', () => {
    let reads = 0;
    const source = function* (): Stream<Doc> {
      for (const doc of orders) {
        reads++;
        yield doc;
      }
    };
    const stage = {
      total: [{ $count: 'n' }],
      best: [{ $sort: { qty: -1 } }, { $limit: 1 }, { $project: { qty: 1 } }],
      first: [{ $limit: 1 }, { $project: { _id: 1 } }],
      none: [{ $match: { qty: 100 } }],
    };
    expect([...runPipeline(source(), [{ $facet: stage }], environmentOf())]).toEqual([
      { total: [{ n: 5 }], best: [{ _id: 4, qty: 7 }], first: [{ _id: 1 }], none: [] },
    ]);
    expect(reads).toBe(5);
  });

  it('stops reading when all branches have enough', () => {
    let reads = 0;
    const source = function* (): Stream<Doc> {
      for (;;) yield { n: reads++ };
    };
    const stage = { one: [{ $limit: 1 }], two: [{ $limit: 2 }] };
    const [result] = [...runPipeline(source(), [{ $facet: stage }], environmentOf())] as [Doc];
    expect(result.two).toHaveLength(2);
    expect(reads).toBeLessThan(5);
  });

  it('gives empty results for no input, and refuses a $facet or $out inside', () => {
    expect(aggregate([], [{ $facet: { a: [] } }])).toEqual([{ a: [] }]);
    expect(codeOf(() => aggregate([], [{ $facet: { a: [{ $facet: { b: [] } }] } }]))).toBe(40600);
    expect(codeOf(() => aggregate([], [{ $facet: { a: [{ $out: 'x' }] } }]))).toBe(51047);
  });
});
