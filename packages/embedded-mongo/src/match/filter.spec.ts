import { CommandError } from '../errors';
import { type BsonValue, type Doc, getPath, setOwn } from '../values';
import { compileElementMatch, compileFilter } from './filter';
import { isOperatorObject } from './operator-object';

const matches = (filter: BsonValue, doc: Doc): boolean => compileFilter(filter)(doc);

function errorOf(filter: BsonValue): CommandError {
  try {
    compileFilter(filter);
  } catch (error) {
    if (error instanceof CommandError) {
      return error;
    }
  }
  throw new Error('no command error');
}

describe('compileFilter', () => {
  it('matches everything without a filter', () => {
    expect(matches(undefined, { a: 1 })).toBe(true);
    expect(matches(null, {})).toBe(true);
    expect(matches({}, {})).toBe(true);
  });

  it('refuses a filter that is no document', () => {
    expect(errorOf(5)).toMatchObject({ code: 14, codeName: 'TypeMismatch' });
    expect(errorOf([])).toMatchObject({ code: 14 });
  });

  it('combines fields and logical operators', () => {
    expect(matches({ a: 1, b: { $gt: 1 } }, { a: 1, b: 2 })).toBe(true);
    expect(matches({ a: 1, b: { $gt: 2 } }, { a: 1, b: 2 })).toBe(false);
    expect(matches({ $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 })).toBe(true);
    expect(matches({ $or: [{ a: 2 }, { b: 2 }] }, { a: 1, b: 2 })).toBe(true);
    expect(matches({ $nor: [{ a: 2 }, { b: 3 }] }, { a: 1, b: 2 })).toBe(true);
    expect(matches({ $nor: [{ a: 1 }] }, { a: 1 })).toBe(false);
    expect(matches({ a: { $not: { $gt: 5, $lt: 9 } } }, { a: 9 })).toBe(true);
  });

  it.each<[Doc, string]>([
    [{ $or: [] }, '$and/$or/$nor must be a nonempty array'],
    [{ $and: {} }, '$and must be an array'],
    [{ $nor: [5] }, '$or/$and/$nor entries need to be full objects'],
    [{ a: { $not: 5 } }, '$not needs a regex or a document'],
    [{ a: { $not: {} } }, '$not cannot be empty'],
    [{ a: { $foo: 5 } }, 'unknown operator: $foo'],
    [{ a: { $gt: 5, b: 1 } }, 'unknown operator: b'],
    [{ $foo: 5 }, 'unknown top level operator: $foo'],
    [{ a: { $where: 'x' } }, '$where cannot be applied to a field'],
  ])('refuses %j as a bad value', (filter, message) => {
    expect(errorOf(filter)).toMatchObject({ code: 2 });
    expect(errorOf(filter).message).toContain(message);
  });

  it.each(['$geoWithin', '$geoIntersects', '$near', '$nearSphere', '$within'])(
    'refuses %s by name',
    (operator) => {
      expect(errorOf({ a: { [operator]: {} } })).toMatchObject({
        code: 238,
        message: `${operator} is not supported by the embedded server`,
      });
    },
  );

  it('refuses JavaScript', () => {
    expect(errorOf({ $where: 'true' })).toMatchObject({ code: 238 });
  });

  it('ignores comments', () => {
    expect(matches({ $comment: 'why', a: { $comment: 'x', $gt: 1 } }, { a: 2 })).toBe(true);
  });

  it('evaluates $expr with the variables it was given', () => {
    const options = {
      variables: { limit: 5 },
      compileExpression: (expression: BsonValue, variables?: Doc) => (doc: Doc) =>
        Number(getPath(doc, expression as string)) > Number(variables?.limit),
    };
    expect(compileFilter({ $expr: 'a' }, options)({ a: 6 })).toBe(true);
    expect(compileFilter({ $expr: 'a' }, options)({ a: 5 })).toBe(false);
    expect(() => compileFilter({ $expr: 'a' })).toThrow('$expr is not allowed in this context');
  });

  it('leaves $text to the index', () => {
    const options = { text: (spec: Doc) => (doc: Doc) => doc.a === spec.$search };
    expect(compileFilter({ $text: { $search: 'x' } }, options)({ a: 'x' })).toBe(true);
    expect(errorOf({ $text: { $search: 'x' } })).toMatchObject({ code: 27 });
  });

  it('has the operators that are asked of no field', () => {
    expect(matches({ $alwaysTrue: 1 }, {})).toBe(true);
    expect(matches({ $alwaysFalse: 1 }, {})).toBe(false);
    expect(() => compileFilter({ $alwaysTrue: 2 })).toThrow('must be an integer value of 1');
    expect(matches({ $sampleRate: 0 }, {})).toBe(false);
    expect(matches({ $sampleRate: 1 }, {})).toBe(true);
    expect(() => compileFilter({ $sampleRate: 2 })).toThrow('must be in [0, 1]');
  });

  it('treats names of object internals as ordinary fields', () => {
    const doc: Doc = {};
    setOwn(doc, '__proto__', 5);
    const filter: Doc = {};
    setOwn(filter, '__proto__', 5);
    expect(matches(filter, doc)).toBe(true);
    expect(matches(filter, {})).toBe(false);
    expect(matches({ constructor: { $exists: true } }, {})).toBe(false);
    expect(matches({ toString: null }, {})).toBe(true);
    expect(errorOf({ a: { $constructor: 1 } }).message).toBe('unknown operator: $constructor');
  });
});

describe('compileElementMatch', () => {
  it('tests one element', () => {
    expect(compileElementMatch({ b: 1 })({ b: 1 })).toBe(true);
    expect(compileElementMatch({ b: 1 })(1)).toBe(false);
    expect(compileElementMatch({ $gt: 1 })(2)).toBe(true);
    expect(compileElementMatch({ $or: [{ b: 1 }] })({ b: 1 })).toBe(true);
  });
});

describe('isOperatorObject', () => {
  it('is true for operators and false for values', () => {
    expect(isOperatorObject({ $gt: 1 })).toBe(true);
    expect(isOperatorObject({ $ref: 'c' })).toBe(true);
    expect(isOperatorObject({ $ref: 'c', $id: 1 })).toBe(false);
    expect(isOperatorObject({ a: 1, $gt: 1 })).toBe(false);
    expect(isOperatorObject({})).toBe(false);
    expect(isOperatorObject(null)).toBe(false);
    expect(isOperatorObject([{ $gt: 1 }])).toBe(false);
  });
});
