import * as fc from 'fast-check';
import { toJsonText } from '../../http/json-text';
import { jsonPieces } from './json-pieces';
import { jsonString } from './json-string';
import { LazyList, settle } from './lazy-list';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const isLazy = (value: unknown, seed: number): value is unknown[] =>
  Array.isArray(value) && (seed + value.length) % 2 === 0;

/** The value with some of its lists made lazy; the entries of those are lazy lists or plain. */
function lazy(value: unknown, seed: number): unknown {
  if (isLazy(value, seed)) {
    return LazyList.ofValues(() =>
      value.map((entry) => (isLazy(entry, seed) ? lazy(entry, seed) : entry)),
    );
  }
  if (Array.isArray(value)) return value.map((entry, at) => lazy(entry, seed + at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, lazy(member, seed + 1)]),
  );
}

describe('jsonPieces', () => {
  it('is the text that the server writes for the whole value', () => {
    fc.assert(
      fc.property(json, fc.boolean(), fc.nat(10), (value, pretty, seed) => {
        const pieces = [...jsonPieces(lazy(value, seed), pretty)];
        expect(pieces.join('')).toBe(toJsonText(value, pretty));
        expect(settle(lazy(value, seed))).toEqual(value);
      }),
    );
  });

  it('writes lists in lists, and text that is JSON already', () => {
    const value = {
      values: LazyList.ofValues(() => [
        LazyList.ofValues(() => ['<', 1]),
        LazyList.ofValues(() => []),
      ]),
      rows: LazyList.ofTexts(() => ['{"a":[1,{}]}', '{}']),
      left: undefined,
    };
    const whole = { values: [['<', 1], []], rows: [{ a: [1, {}] }, {}] };
    for (const pretty of [true, false]) {
      expect([...jsonPieces(value, pretty)].join('')).toBe(toJsonText(whole, pretty));
    }
    expect(settle(value)).toEqual(whole);
  });

  it('cuts long lists into pieces', () => {
    const list = LazyList.ofValues(function* () {
      for (let index = 0; index < 10_000; index += 1) yield [index, 'text'];
    });
    const pieces = [...jsonPieces({ list }, false)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
    expect(JSON.parse(pieces.join(''))).toEqual(settle({ list }));
  });
});

describe('jsonString', () => {
  it('writes any string as the server does', () => {
    const odd = fc.constantFrom(
      'a',
      'é',
      '"',
      '\\',
      '<',
      '\n',
      '\u2028',
      '\ufeff',
      '🌵',
      '\ud800',
      '\u00ad',
      '\u200b',
    );
    fc.assert(
      fc.property(fc.string({ unit: odd }), (text) => {
        expect(jsonString(text)).toBe(toJsonText(text, false));
      }),
    );
  });
});
