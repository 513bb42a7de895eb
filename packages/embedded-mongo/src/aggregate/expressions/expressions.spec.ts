import { BSONRegExp, type BsonValue, type Doc, Long, ObjectId } from '../../values';
import { codeOf, evaluate } from '../testing/aggregate';
import { compileExpression, evaluateLet } from './index';
import { OPERATOR_FAMILIES } from './operators';

describe('field paths and variables', () => {
  const doc: Doc = {
    a: { b: { c: 1 } },
    list: [{ x: 1 }, { y: 2 }, { x: [3] }, 4, [{ x: 5 }]],
    constructor: 'own',
  };

  it('reads fields, also through arrays', () => {
    expect(evaluate('$a.b.c', doc)).toBe(1);
    expect(evaluate('$a.nothing.c', doc)).toBeUndefined();
    expect(evaluate('$list.x', doc)).toEqual([1, [3]]);
    expect(evaluate('$list.0', doc)).toEqual([]);
    expect(evaluate('$constructor', doc)).toBe('own');
    expect(evaluate('$toString', doc)).toBeUndefined();
    expect(evaluate('$a.constructor', doc)).toBeUndefined();
  });

  it('knows the system variables', () => {
    expect(evaluate('$$ROOT', doc)).toEqual(doc);
    expect(evaluate('$$CURRENT.a.b', doc)).toEqual({ c: 1 });
    expect(evaluate('$$NOW')).toBeInstanceOf(Date);
    expect(evaluate({ a: '$$REMOVE', b: 1 })).toEqual({ b: 1 });
    expect(evaluate(['$$REMOVE', '$nothing'])).toEqual([null, null]);
  });

  it('sees the given variables', () => {
    expect(evaluate('$$x.y', {}, { x: { y: 3 } })).toBe(3);
    expect(codeOf(() => evaluate('$$unknown'))).toBe(17276);
    expect(evaluateLet({ a: 1, b: { $add: [1, 1] } })).toEqual({ a: 1, b: 2 });
    expect(evaluateLet(undefined)).toBeUndefined();
  });

  it('binds variables with $let, which do not see each other', () => {
    expect(
      evaluate(
        { $let: { vars: { low: '$a', high: 10 }, in: { $add: ['$$low', '$$high'] } } },
        { a: 1 },
      ),
    ).toBe(11);
    expect(codeOf(() => evaluate({ $let: { vars: { one: 1, two: '$$one' }, in: '$$two' } }))).toBe(
      17276,
    );
    expect(evaluate({ $let: { vars: { CURRENT: '$a' }, in: '$b.c' } }, doc)).toBe(1);
  });

  it('refuses what is no expression', () => {
    expect(codeOf(() => evaluate({ $nope: 1 }))).toBe(168);
    expect(codeOf(() => evaluate({ $constructor: 1 }))).toBe(168);
    expect(codeOf(() => evaluate({ $add: [1], $subtract: [1] }))).toBe(15983);
    expect(codeOf(() => evaluate('$'))).toBe(16872);
    expect(codeOf(() => evaluate('$a.'))).toBe(40353);
    expect(codeOf(() => evaluate('$a..b'))).toBe(15998);
    expect(codeOf(() => evaluate({ $function: { body: 'x' } }))).toBe(238);
    expect(codeOf(() => evaluate({ 'a.b': 1 }))).toBe(16412);
  });

  it('takes a literal as it is', () => {
    expect(evaluate({ $literal: '$a' }, doc)).toBe('$a');
    expect(evaluate({ $literal: { $add: [1, 2] } })).toEqual({ $add: [1, 2] });
  });

  it('has an operator for each name only once', () => {
    const names = OPERATOR_FAMILIES.flatMap((family) => Object.keys(family));
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(150);
  });
});

const cases: [string, BsonValue, BsonValue, Doc?][] = [
  ['compares across types', { $lt: [1, 'a'] }, true],
  ['a missing field is less than null', { $lt: ['$nothing', null] }, true],
  ['numbers of different types are equal', { $eq: [Long.fromNumber(5), 5] }, true],
  [
    'objects with another field order differ',
    {
      $eq: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
    false,
  ],
  ['$cmp', { $cmp: [2, 10] }, -1],
  ['$gte with a constant', { $gte: ['$a', 5] }, true, { a: 5 }],
  ['$gt on a string and a number', { $gt: ['$a', 5] }, true, { a: 'x' }],
  ['$and', { $and: [1, 'x', []] }, true],
  ['$and of nothing', { $and: [] }, true],
  ['$or of nothing', { $or: [] }, false],
  ['$not', { $not: [0] }, true],
  ['$cond in short', { $cond: [{ $gt: [1, 2] }, 'a', 'b'] }, 'b'],
  [
    '$cond does not compute the other branch',
    { $cond: { if: true, then: 1, else: { $divide: [1, 0] } } },
    1,
  ],
  ['$ifNull', { $ifNull: ['$x', null, 'z'] }, 'z'],
  [
    '$switch',
    {
      $switch: {
        branches: [
          { case: false, then: 1 },
          { case: true, then: 2 },
        ],
      },
    },
    2,
  ],
  ['$arrayElemAt', { $arrayElemAt: [[1, 2, 3], -1] }, 3],
  ['$arrayElemAt outside', { $arrayElemAt: [[1], 5] }, undefined],
  ['$first', { $first: [[7, 8]] }, 7],
  ['$last of nothing', { $last: [[]] }, undefined],
  ['$concatArrays', { $concatArrays: [[1], [2, 3]] }, [1, 2, 3]],
  ['$concatArrays with null', { $concatArrays: [[1], null] }, null],
  ['$size', { $size: [[1, 2]] }, 2],
  ['$isArray', { $isArray: [[1]] }, true],
  ['$in', { $in: [2, [1, 2]] }, true],
  ['$indexOfArray', { $indexOfArray: [['a', 'b', 'a'], 'a', 1] }, 2],
  ['$range', { $range: [0, 10, 3] }, [0, 3, 6, 9]],
  ['$range downwards', { $range: [3, 0, -1] }, [3, 2, 1]],
  ['$reverseArray', { $reverseArray: [[1, 2]] }, [2, 1]],
  ['$slice from the start', { $slice: [[1, 2, 3], 2] }, [1, 2]],
  ['$slice from the end', { $slice: [[1, 2, 3], -2] }, [2, 3]],
  ['$slice in the middle', { $slice: [[1, 2, 3, 4], -3, 2] }, [2, 3]],
  ['$zip', { $zip: { inputs: [[1, 2], ['a']] } }, [[1, 'a']]],
  [
    '$zip to the longest',
    { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true, defaults: [0, 'z'] } },
    [
      [1, 'a'],
      [2, 'z'],
    ],
  ],
  [
    '$map',
    { $map: { input: '$a', as: 'x', in: { $multiply: ['$$x', 2] } } },
    [2, 4],
    { a: [1, 2] },
  ],
  [
    '$map in a $map',
    {
      $map: {
        input: [[1, 2], [3]],
        as: 'x',
        in: { $map: { input: '$$x', as: 'y', in: { $add: ['$$y', { $size: '$$x' }] } } },
      },
    },
    [[3, 4], [4]],
  ],
  ['$filter', { $filter: { input: [1, 2, 3, 4], cond: { $gt: ['$$this', 1] }, limit: 2 } }, [2, 3]],
  [
    '$reduce',
    { $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ['$$value', '$$this'] } } },
    6,
  ],
  [
    '$sortArray by a field',
    { $sortArray: { input: [{ a: 2 }, { a: 1 }], sortBy: { a: 1 } } },
    [{ a: 1 }, { a: 2 }],
  ],
  ['$sortArray by value', { $sortArray: { input: [3, 'a', 1], sortBy: -1 } }, ['a', 3, 1]],
  ['$firstN', { $firstN: { n: 2, input: [1, 2, 3] } }, [1, 2]],
  ['$lastN', { $lastN: { n: 2, input: [1, 2, 3] } }, [2, 3]],
  ['$maxN', { $maxN: { n: 2, input: [1, null, 3, 2] } }, [3, 2]],
  ['$minN', { $minN: { n: 2, input: [1, null, 3, 2] } }, [1, 2]],
  [
    '$setUnion',
    {
      $setUnion: [
        [1, 2],
        [2, 3],
      ],
    },
    [1, 2, 3],
  ],
  [
    '$setIntersection',
    {
      $setIntersection: [
        [1, 2, 2],
        [2, 3],
      ],
    },
    [2],
  ],
  ['$setDifference', { $setDifference: [[1, 2, 2], [1]] }, [2]],
  [
    '$setEquals',
    {
      $setEquals: [
        [1, 2],
        [2, 1, 1],
      ],
    },
    true,
  ],
  ['$setIsSubset', { $setIsSubset: [[1], [2, 1]] }, true],
  ['$anyElementTrue', { $anyElementTrue: [[0, 1]] }, true],
  ['$allElementsTrue', { $allElementsTrue: [[0, 1]] }, false],
  ['$mergeObjects', { $mergeObjects: [{ a: 1, b: 1 }, null, { b: 2 }] }, { a: 1, b: 2 }],
  [
    '$mergeObjects of an array',
    { $mergeObjects: '$list' },
    { a: 1, b: 2 },
    { list: [{ a: 1 }, { b: 2 }] },
  ],
  ['$objectToArray', { $objectToArray: { a: 1 } }, [{ k: 'a', v: 1 }]],
  [
    '$arrayToObject of pairs',
    {
      $arrayToObject: [
        [
          ['a', 1],
          ['b', 2],
        ],
      ],
    },
    { a: 1, b: 2 },
  ],
  [
    '$arrayToObject of documents',
    { $arrayToObject: '$list' },
    { a: 1 },
    { list: [{ k: 'a', v: 1 }] },
  ],
  ['$getField', { $getField: 'a.b' }, 1, { 'a.b': 1 }],
  [
    '$getField of an input',
    { $getField: { field: { $literal: '$x' }, input: '$a' } },
    2,
    { a: { $x: 2 } },
  ],
  [
    '$setField',
    { $setField: { field: 'a.b', input: '$$ROOT', value: 2 } },
    { c: 1, 'a.b': 2 },
    { c: 1 },
  ],
  ['$unsetField', { $unsetField: { field: 'c', input: '$$ROOT' } }, { d: 1 }, { c: 1, d: 1 }],
  ['$concat', { $concat: ['a', '$b'] }, 'ax', { b: 'x' }],
  ['$concat with a missing part', { $concat: ['a', '$b'] }, null],
  ['$toLower of ASCII only', { $toLower: 'ÄBC' }, 'Äbc'],
  ['$toUpper of null', { $toUpper: null }, ''],
  ['$split', { $split: ['a-b-c', '-'] }, ['a', 'b', 'c']],
  ['$trim', { $trim: { input: ' \n x ' } }, 'x'],
  ['$ltrim of characters', { $ltrim: { input: 'aabxa', chars: 'ab' } }, 'xa'],
  ['$rtrim', { $rtrim: { input: 'x  ' } }, 'x'],
  [
    '$replaceOne',
    { $replaceOne: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } },
    '$&.a',
  ],
  [
    '$replaceAll',
    { $replaceAll: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } },
    '$&.$&',
  ],
  ['$strcasecmp', { $strcasecmp: ['abc', 'ABD'] }, -1],
  ['$substrCP', { $substrCP: ['h😀llo', 1, 2] }, '😀l'],
  ['$substrBytes', { $substrBytes: ['häx', 0, 3] }, 'hä'],
  ['$substr to the end', { $substr: ['hello', 2, -1] }, 'llo'],
  ['$strLenCP', { $strLenCP: '😀a' }, 2],
  ['$strLenBytes', { $strLenBytes: '😀a' }, 5],
  ['$indexOfCP', { $indexOfCP: ['😀ab', 'b'] }, 2],
  ['$indexOfBytes', { $indexOfBytes: ['😀ab', 'b'] }, 5],
  ['$indexOfCP not found', { $indexOfCP: ['abc', 'x'] }, -1],
  ['$regexMatch', { $regexMatch: { input: 'Hello', regex: '^h', options: 'i' } }, true],
  ['$regexMatch on null', { $regexMatch: { input: null, regex: 'x' } }, false],
  [
    '$regexFind',
    { $regexFind: { input: '😀abc', regex: new BSONRegExp('(b)(x)?') } },
    { match: 'b', idx: 2, captures: ['b', null] },
  ],
  [
    '$regexFindAll',
    { $regexFindAll: { input: 'abab', regex: 'a(b)' } },
    [
      { match: 'ab', idx: 0, captures: ['b'] },
      { match: 'ab', idx: 2, captures: ['b'] },
    ],
  ],
  ['$sum of a list', { $sum: '$a' }, 6, { a: [1, 2, 3, 'x'] }],
  ['$sum of operands', { $sum: ['$a', 4] }, 4, { a: [1, 2] }],
  ['$avg', { $avg: [1, 2] }, 1.5],
  ['$avg of nothing', { $avg: '$a' }, null],
  ['$max', { $max: [[1, 5, 3]] }, 5],
  ['$min of mixed types', { $min: ['x', 5, null] }, 5],
  ['$stdDevPop', { $stdDevPop: [1, 3] }, 1],
  ['$median', { $median: { input: [3, 1, 2], method: 'approximate' } }, 2],
  [
    '$percentile',
    { $percentile: { input: [1, 2, 3, 4], p: [0.5, 1], method: 'approximate' } },
    [2, 4],
  ],
  ['$bsonSize', { $bsonSize: { $literal: {} } }, 5],
];

describe('expression operators', () => {
  it.each(cases)('%s', (_name, expression, expected, doc = {}) => {
    expect(evaluate(expression, doc)).toEqual(expected);
  });

  it.each<[BsonValue, number]>([
    [{ $size: '$nothing' }, 17124],
    [{ $in: [1, 2] }, 40081],
    [{ $concat: [1] }, 16702],
    [{ $arrayElemAt: [1, 0] }, 28689],
    [{ $switch: { branches: [{ case: false, then: 1 }] } }, 40066],
    [{ $cond: { if: 1, then: 2 } }, 17082],
    [{ $map: { input: 1, in: 1 } }, 16883],
    [{ $filter: { input: 1, cond: 1 } }, 28651],
    [{ $reduce: { input: 1, initialValue: 0, in: 1 } }, 40080],
    [{ $slice: [[1], 0, 0] }, 28729],
    [{ $range: [0, 1, 0] }, 34449],
    [{ $strLenCP: null }, 34471],
    [{ $split: ['a', ''] }, 40087],
    [{ $substrBytes: ['ä', 1, 1] }, 28656],
    [{ $regexMatch: { input: 1, regex: 'x' } }, 51104],
    [{ $setUnion: [1] }, 17043],
    [{ $mergeObjects: 1 }, 40400],
    [{ $toLower: { $literal: {} } }, 16007],
    [{ $ifNull: ['$a'] }, 1257300],
  ])('%j fails with code %p', (expression, code) => {
    expect(codeOf(() => evaluate(expression))).toBe(code);
  });

  it('changes no input', () => {
    const doc: Doc = { list: [3, 1, 2], object: { a: 1 }, id: new ObjectId() };
    const copy = structuredClone({ list: doc.list, object: doc.object });
    compileExpression({ $sortArray: { input: '$list', sortBy: 1 } })(doc);
    compileExpression({ $reverseArray: '$list' })(doc);
    compileExpression({ $mergeObjects: ['$object', { b: 1 }] })(doc);
    compileExpression({ $setField: { field: 'x', input: '$object', value: 1 } })(doc);
    expect({ list: doc.list, object: doc.object }).toEqual(copy);
  });
});
