import { CommandError } from '../errors';
import { type MatchOptions } from '../match';
import { type BsonValue, type Doc, getPath, setOwn, setTextScore } from '../values';
import { compileProjection } from './compile-projection';

/** Knows field paths and literals; enough to see where computed fields go. */
const options: MatchOptions = {
  compileExpression: (expression) => (doc) =>
    typeof expression === 'string' && expression.startsWith('$')
      ? getPath(doc, expression.slice(1))
      : (expression as Doc).$literal,
};

function project(spec: Doc, doc: Doc, filter?: Doc): Doc {
  return compileProjection(spec, options, filter)?.(doc) ?? doc;
}

function errorOf(spec: Doc, matchOptions: MatchOptions = options): CommandError {
  try {
    compileProjection(spec, matchOptions, {});
  } catch (error) {
    if (error instanceof CommandError) {
      return error;
    }
    throw error;
  }
  throw new Error('no error');
}

const doc = { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, 5, [{ f: 3 }]] };

describe('inclusion', () => {
  it.each<[Doc, BsonValue]>([
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ a: true, _id: 0 }, { a: 1 }],
    [
      { b: 1, a: 1 },
      { _id: 1, a: 1, b: { c: 2, d: 3 } },
    ],
    [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    [{ b: { c: 1 } }, { _id: 1, b: { c: 2 } }],
    [
      { 'b.c': 1, b: { d: 1 } },
      { _id: 1, b: { c: 2, d: 3 } },
    ],
    [{ 'e.f': 1 }, { _id: 1, e: [{ f: 1 }, [{ f: 3 }]] }],
    [{ 'a.x': 1 }, { _id: 1 }],
    [{ 'b.x': 1 }, { _id: 1, b: {} }],
    [{ _id: 1 }, { _id: 1 }],
    [{ missing: 1 }, { _id: 1 }],
  ])('%j', (spec, expected) => {
    expect(JSON.stringify(project(spec, doc))).toBe(JSON.stringify(expected));
  });
});

describe('exclusion', () => {
  it.each<[Doc, BsonValue]>([
    [
      { a: 0, e: 0 },
      { _id: 1, b: { c: 2, d: 3 } },
    ],
    [{ _id: 0, b: 0, e: false }, { a: 1 }],
    [
      { 'b.c': 0, e: 0 },
      { _id: 1, a: 1, b: { d: 3 } },
    ],
    [
      { 'e.f': 0, a: 0, b: 0 },
      { _id: 1, e: [{ g: 2 }, 5, [{}]] },
    ],
    [
      { _id: 1, a: 0, e: 0 },
      { _id: 1, b: { c: 2, d: 3 } },
    ],
    [
      { 'a.x': 0, b: 0, e: 0 },
      { _id: 1, a: 1 },
    ],
  ])('%j', (spec, expected) => {
    expect(JSON.stringify(project(spec, doc))).toBe(JSON.stringify(expected));
  });

  it('leaves the source alone', () => {
    const source = { _id: 1, b: { c: 2, d: 3 } };
    project({ 'b.c': 0 }, source);
    expect(source).toEqual({ _id: 1, b: { c: 2, d: 3 } });
  });
});

it('asks nothing with an empty specification', () => {
  expect(compileProjection(undefined, options)).toBeUndefined();
  expect(compileProjection({}, options)).toBeUndefined();
});

describe('$slice', () => {
  const source = { _id: 1, x: 9, a: [1, 2, 3, 4], b: { c: [1, 2] } };

  it.each<[Doc, BsonValue]>([
    [{ a: { $slice: 2 } }, { ...source, a: [1, 2] }],
    [{ a: { $slice: -1 } }, { ...source, a: [4] }],
    [{ a: { $slice: [1, 2] } }, { ...source, a: [2, 3] }],
    [{ a: { $slice: [-3, 2] } }, { ...source, a: [2, 3] }],
    [{ a: { $slice: [-9, 1] } }, { ...source, a: [1] }],
    [{ a: { $slice: [9, 1] } }, { ...source, a: [] }],
    [{ a: { $slice: 0 } }, { ...source, a: [] }],
    [{ x: { $slice: 1 } }, source],
    [{ 'b.c': { $slice: 1 } }, { ...source, b: { c: [1] } }],
    [
      { a: { $slice: 1 }, x: 1 },
      { _id: 1, x: 9, a: [1] },
    ],
    [
      { a: { $slice: 1 }, x: 0 },
      { _id: 1, a: [1], b: { c: [1, 2] } },
    ],
    [
      { a: { $slice: 1 }, _id: 1 },
      { _id: 1, a: [1] },
    ],
    [
      { a: { $slice: 1 }, _id: 0 },
      { x: 9, a: [1], b: { c: [1, 2] } },
    ],
  ])('%j', (spec, expected) => {
    expect(project(spec, source)).toEqual(expected);
  });

  it.each<[BsonValue, number]>([
    ['x', 31273],
    [[1, 0], 31259],
    [[1, -1], 31259],
  ])('refuses %j', (argument, code) => {
    expect(errorOf({ a: { $slice: argument } }).code).toBe(code);
  });
});

describe('$elemMatch', () => {
  const source = { _id: 1, a: [{ b: 1 }, { b: 2, c: 3 }, { b: 2 }], n: [1, 5, 9], z: 1 };

  it.each<[Doc, BsonValue]>([
    [{ a: { $elemMatch: { b: 2 } } }, { _id: 1, a: [{ b: 2, c: 3 }] }],
    [{ a: { $elemMatch: { b: 7 } } }, { _id: 1 }],
    [{ n: { $elemMatch: { $gt: 1 } } }, { _id: 1, n: [5] }],
    [{ z: { $elemMatch: { $gt: 0 } } }, { _id: 1 }],
    [
      { a: { $elemMatch: { b: 1 } }, z: 1 },
      { _id: 1, z: 1, a: [{ b: 1 }] },
    ],
    [
      { a: { $elemMatch: { b: 1 } }, n: 0 },
      { _id: 1, a: [{ b: 1 }], z: 1 },
    ],
  ])('%j', (spec, expected) => {
    expect(JSON.stringify(project(spec, source))).toBe(JSON.stringify(expected));
  });
});

describe('the positional operator', () => {
  const source = {
    _id: 1,
    a: [
      { b: 1, c: 1 },
      { b: 2, c: 2 },
    ],
    n: { m: [10, 20] },
  };

  it('keeps the element that the filter matched', () => {
    expect(project({ 'a.$': 1 }, source, { 'a.b': 2 })).toEqual({ _id: 1, a: [{ b: 2, c: 2 }] });
    expect(project({ 'a.$': 1, _id: 0 }, source, { a: { $elemMatch: { c: 1 } } })).toEqual({
      a: [{ b: 1, c: 1 }],
    });
    expect(project({ 'n.m.$': 1 }, source, { 'n.m': 20 })).toEqual({ _id: 1, n: { m: [20] } });
    expect(project({ 'a.c.$': 1 }, source, { 'a.b': 2 })).toEqual({ _id: 1, a: [{ c: 2 }] });
    expect(project({ n: { 'm.$': 1 } }, source, { 'n.m': 20 })).toEqual({ _id: 1, n: { m: [20] } });
    expect(source.n).toEqual({ m: [10, 20] });
  });

  it('leaves what is no array', () => {
    expect(project({ 'a.$': 1 }, { _id: 1, a: 5 }, { a: 5 })).toEqual({ _id: 1, a: 5 });
  });

  it('fails when the filter matched no element', () => {
    expect(() => project({ 'a.$': 1 }, source, { _id: 1 })).toThrow(
      "positional operator '.$' couldn't find a matching element in the array",
    );
  });
});

describe('computed fields', () => {
  const source = { _id: 1, a: 1, b: [{ c: 1 }, { c: 2 }], z: 5 };

  it('come after the kept fields, in the order of the specification', () => {
    expect(Object.keys(project({ y: '$a', a: { $literal: 7 }, z: 1 }, source))).toEqual([
      '_id',
      'z',
      'y',
      'a',
    ]);
    expect(project({ y: '$a' }, source)).toEqual({ _id: 1, y: 1 });
    expect(project({ y: '$missing' }, source)).toEqual({ _id: 1 });
    expect(project({ _id: '$a' }, source)).toEqual({ _id: 1 });
  });

  it('reach into documents and arrays', () => {
    expect(project({ 'b.d': '$a' }, source)).toEqual({ _id: 1, b: [{ d: 1 }, { d: 1 }] });
    expect(project({ 'b.c': 1, 'b.d': '$a' }, source)).toEqual({
      _id: 1,
      b: [
        { c: 1, d: 1 },
        { c: 2, d: 1 },
      ],
    });
    expect(project({ 'x.y': '$a' }, source)).toEqual({ _id: 1, x: { y: 1 } });
    expect(project({ 'z.y': '$a' }, source)).toEqual({ _id: 1, z: { y: 1 } });
    expect(source.b).toEqual([{ c: 1 }, { c: 2 }]);
  });
});

describe('$meta', () => {
  it('adds the text score without changing the mode', () => {
    const source = { _id: 1, a: 1 };
    setTextScore(source, 1.5);
    const score = { $meta: 'textScore' };
    expect(project({ score }, source)).toEqual({ _id: 1, a: 1, score: 1.5 });
    expect(project({ _id: 1, score }, source)).toEqual({ _id: 1, score: 1.5 });
    expect(project({ _id: 0, score }, source)).toEqual({ a: 1, score: 1.5 });
    expect(project({ a: 1, score }, source)).toEqual({ _id: 1, a: 1, score: 1.5 });
    expect(project({ a: 0, score }, source)).toEqual({ _id: 1, score: 1.5 });
  });

  it('fails without a text search and for unknown metadata', () => {
    expect(() => project({ score: { $meta: 'textScore' } }, { _id: 1 })).toThrow(
      'query requires text score metadata, but it is not available',
    );
    expect(errorOf({ x: { $meta: 'foo' } }).code).toBe(17308);
    expect(errorOf({ x: { $meta: 'indexKey' } }).code).toBe(238);
  });
});

describe('errors', () => {
  it.each<[Doc, number, string]>([
    [{ a: 1, b: 0 }, 31254, 'Cannot do exclusion on field b in inclusion projection'],
    [{ a: 0, b: 1 }, 31253, 'Cannot do inclusion on field b in exclusion projection'],
    [{ a: 1, 'a.b': 1 }, 31249, 'Path collision at a.b remaining portion b'],
    [{ 'a.b': 1, a: 1 }, 31250, 'Path collision at a'],
    [{ a: { b: 1 }, 'a.b': 1 }, 31250, 'Path collision at a.b'],
    [{ a: {} }, 51270, 'Invalid empty sub-projection: a'],
    [{ 'a.$': 1, 'b.$': 1 }, 31276, 'more than one positional projection'],
    [{ 'a.$': 0 }, 31395, 'positional projection cannot be used with exclusion'],
    [{ 'a.$': 'x' }, 31308, 'positional projection cannot be used with a literal'],
    [{ 'a.$': { b: 1 } }, 31271, 'cannot be used with an expression or sub object'],
    [{ 'a.$.b': 1 }, 31394, "it's illegal to specify positional operator in the middle"],
    [{ 'a.$': 1, b: { $elemMatch: { c: 1 } } }, 31255, 'positional operator and $elemMatch'],
    [{ b: { $elemMatch: { c: 1 } }, 'a.$': 1 }, 31256, 'positional operator and $elemMatch'],
    [{ 'a.b': { $elemMatch: { c: 1 } } }, 31275, 'Cannot use $elemMatch projection on a nested'],
    [{ a: { $elemMatch: 5 } }, 31274, 'elemMatch: Invalid argument, object required'],
    [{ a: 0, b: { $add: [1, 2] } }, 31252, 'Cannot use expression other than $meta'],
    [{ a: 0, b: 'x' }, 31310, 'Cannot use an expression b: "x" in an exclusion projection'],
    [{ '': 1 }, 40352, 'FieldPath cannot be constructed with empty string'],
    [{ 'a.': 1 }, 40353, "FieldPath must not end with a '.'."],
    [{ 'a..b': 1 }, 15998, 'FieldPath field names may not be empty strings.'],
    [{ $a: 1 }, 16410, "FieldPath field names may not start with '$'."],
  ])('%j', (spec, code, message) => {
    const error = errorOf(spec);
    expect(error).toMatchObject({ code, codeName: `Location${code}` });
    expect(error.message).toContain(message);
  });
});

it('names an unknown expression with the code of find', () => {
  const compileExpression = () => {
    throw new CommandError(168, 'InvalidPipelineOperator', "Unrecognized expression '$foo'");
  };
  expect(errorOf({ a: { $foo: 1 } }, { compileExpression })).toMatchObject({
    code: 31325,
    message: 'Unknown expression $foo',
  });
});

it('keeps fields that are named as object internals', () => {
  const source: Doc = { _id: 1 };
  setOwn(source, '__proto__', 5);
  const spec: Doc = {};
  setOwn(spec, '__proto__', 1);
  expect(Object.keys(project(spec, source))).toEqual(['_id', '__proto__']);
  expect(Object.keys(project({ a: 0 }, source))).toEqual(['_id', '__proto__']);
});
