import fc from 'fast-check';
import { fieldNameProblem, RawKeys, safeKey } from './field-name';

describe('a field name', () => {
  it.each(['order_id', 'Mã đơn', 'a b', '__proto', 'x'.repeat(100), '1', 'toString'])(
    '%s can be used',
    (name) => {
      expect(fieldNameProblem(name)).toBeUndefined();
      expect(safeKey(name)).toBe(name);
    },
  );

  it.each([
    ['', 'A field needs a name'],
    [' \t', 'A field needs a name'],
    ['a.b', 'A field name cannot contain a dot'],
    ['$set', 'A field name cannot contain a dollar sign'],
    ['US$', 'A field name cannot contain a dollar sign'],
    ['a\0', 'A field name cannot contain a NUL character'],
    ['a\uD800', 'A field name cannot contain half a character'],
    ['__proto__', '"__proto__" is reserved and cannot be a field name'],
    ['constructor', '"constructor" is reserved and cannot be a field name'],
    ['prototype', '"prototype" is reserved and cannot be a field name'],
    ['_bsontype', '"_bsontype" is reserved and cannot be a field name'],
    ['x'.repeat(101), 'A field name has at most 100 characters, this one has 101'],
  ])('%j cannot be used: %s', (name, problem) => {
    expect(fieldNameProblem(name)).toBe(problem);
  });
});

/** The keys of the first columns of a table. */
function rawKeys(headers: readonly string[], width: number): string[] {
  const keys = new RawKeys(headers);
  return Array.from({ length: width }, (_, index) => keys.at(index));
}

describe('the keys of raw data', () => {
  it('are the headers, made safe', () => {
    const headers = [' Total ', 'a.b', 'US$', 'x\0y', '__proto__', 'constructor', '\0__proto__ '];
    expect(rawKeys(headers, 7)).toEqual([
      'Total',
      'a\uFF0Eb',
      'US\uFF04',
      'xy',
      '\uFF3F\uFF3Fproto\uFF3F\uFF3F',
      '\uFF3Fconstructor',
      '\uFF3F\uFF3Fproto\uFF3F\uFF3F (G)',
    ]);
  });

  it('are the letters of columns without a header', () => {
    expect(rawKeys(['', ' \0 '], 3)).toEqual(['A', 'B', 'C']);
  });

  it('are cut to the width', () => {
    expect(rawKeys(['a', 'b', 'c'], 2)).toEqual(['a', 'b']);
  });

  it('are unique, even where headers look like the letters that were added', () => {
    expect(rawKeys(['a', 'a', 'a (B)', 'a (C)', 'a'], 5)).toEqual([
      'a',
      'a (B)',
      'a (B) (C)',
      'a (C)',
      'a (E)',
    ]);
    expect(rawKeys(['B', '', 'B'], 3)).toEqual(['B', 'B (B)', 'B (C)']);
  });

  const parts = fc.constantFrom(
    'a',
    ' ',
    '.',
    '$',
    '\0',
    '__proto__',
    '(B)',
    ' (C)',
    'B',
    '\uD800',
  );
  const headers = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts, { maxLength: 4 }).map((p) => p.join('')),
    ),
    { maxLength: 30 },
  );

  it('are unique, safe and as many as there are columns, whatever the headers are', () => {
    fc.assert(
      fc.property(headers, fc.nat(40), (texts, width) => {
        const keys = rawKeys(texts, width);
        expect(keys).toHaveLength(width);
        expect(new Set(keys).size).toBe(width);
        const short = keys.filter(({ length }) => length <= 100);
        expect(short.map(fieldNameProblem).filter(Boolean)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('do not depend on which columns are asked for first', () => {
    fc.assert(
      fc.property(headers, fc.nat(40), (texts, index) => {
        expect(new RawKeys(texts).at(index)).toBe(rawKeys(texts, 41)[index]);
      }),
    );
  });
});
