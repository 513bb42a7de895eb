import { failureOf } from '../storage/testing/temporary-store';
import { type Doc } from '../values';
import { makeIndex } from '../indexes';
import { existsAlready } from './index-conflicts';
import { completeIndexSpec, defaultName } from './index-specification';
import { checkNamespace } from './namespace';

const complete = (spec: Doc): Doc => completeIndexSpec(spec, undefined);

describe('an index specification', () => {
  it('gets a name and a version, and keeps its options', () => {
    const spec = complete({ key: { a: 1, b: -1 }, unique: true, ns: 'old' });
    expect(spec).toEqual({ v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1', unique: true });
    expect(defaultName({ a: 1, b: 'text' })).toBe('a_1_b_text');
  });

  it('of a text index is stored with weights, as MongoDB does', () => {
    expect(
      complete({ key: { z: 1, body: 'text', a: 'text' }, weights: { body: 5 } }),
    ).toMatchObject({
      key: { z: 1, _fts: 'text', _ftsx: 1 },
      name: 'z_1_body_text_a_text',
      weights: { a: 1, body: 5 },
      default_language: 'english',
      textIndexVersion: 3,
    });
  });

  it('has the collation in full, its own or that of the collection, or none when simple', () => {
    const own = complete({ key: { a: 1 }, collation: { locale: 'en', strength: 2 } });
    expect(own.collation).toMatchObject({ locale: 'en', strength: 2, caseLevel: false });
    const inherited = completeIndexSpec({ key: { a: 1 } }, { locale: 'vi' });
    expect(inherited.collation).toEqual({ locale: 'vi' });
    const simple = completeIndexSpec(
      { key: { a: 1 }, collation: { locale: 'simple' } },
      { locale: 'vi' },
    );
    expect(simple.collation).toBeUndefined();
  });

  it.each<[string, Doc, number]>([
    ['no fields', { key: {} }, 67],
    ['zero', { key: { a: 0 } }, 67],
    ['a boolean', { key: { a: true } }, 67],
    ['an unknown plugin', { key: { a: 'magic' } }, 67],
    ['an empty part of a path', { key: { 'a..b': 1 } }, 67],
    ['an unknown option', { key: { a: 1 }, uniqe: true }, 197],
    [
      'sparse and partial at once',
      { key: { a: 1 }, sparse: true, partialFilterExpression: {} },
      67,
    ],
    ['a TTL over two fields', { key: { a: 1, b: 1 }, expireAfterSeconds: 1 }, 67],
    ['a TTL that is no number', { key: { a: 1 }, expireAfterSeconds: 'x' }, 67],
    [
      'a partial filter with $ne',
      { key: { a: 1 }, partialFilterExpression: { a: { $ne: 1 } } },
      67,
    ],
    [
      'a partial filter with $exists: false',
      { key: { a: 1 }, partialFilterExpression: { a: { $exists: false } } },
      67,
    ],
    ['a collation without locale', { key: { a: 1 }, collation: {} }, 2],
    ['no key', { name: 'x' }, 14],
  ])('is refused with %s', (_, spec, code) => {
    expect(failureOf(() => complete(spec))).toMatchObject({ code });
  });
});

describe('an index like one that is there', () => {
  const existing = [
    { key: { _id: 1 }, name: '_id_' },
    { key: { a: 1 } },
    { key: { b: 'text' } },
  ].map((spec, at) => makeIndex(1, at + 1, complete(spec)));
  const check = (spec: Doc): boolean => existsAlready(existing, complete(spec));

  it('is nothing new when it is the same', () => {
    expect(check({ key: { a: 1 } })).toBe(true);
    expect(check({ key: { _id: 1 }, name: 'other' })).toBe(true);
    expect(check({ key: { a: -1 } })).toBe(false);
    expect(check({ key: { a: 1 }, unique: true, name: 'unique' })).toBe(false);
  });

  it.each<[string, Doc, number, string]>([
    ['same name, other key', { key: { c: 1 }, name: 'a_1' }, 86, 'same name'],
    ['same name, unique', { key: { a: 1 }, unique: true }, 86, 'same name'],
    ['same name, other TTL', { key: { a: 1 }, expireAfterSeconds: 5 }, 85, 'different options'],
    ['other name', { key: { a: 1 }, name: 'other' }, 85, 'different name: a_1'],
    ['a second text index', { key: { c: 'text' } }, 67, 'only one text index'],
  ])('is refused: %s', (_, spec, code, message) => {
    expect(failureOf(() => check(spec))).toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('a namespace', () => {
  it.each([
    ['db', ''],
    ['db', 'a$b'],
    ['db', '.a'],
    ['db', 'a\0b'],
    ['d b', 'a'],
    ['', 'a'],
    ['db', 'x'.repeat(300)],
  ])('is refused: %j %j', (db, name) => {
    expect(failureOf(() => checkNamespace(db, name))).toMatchObject({ code: 73 });
  });

  it('may have dots', () => {
    expect(() => checkNamespace('db', 'system.views')).not.toThrow();
  });
});
