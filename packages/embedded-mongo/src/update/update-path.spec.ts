import { elementIdentifier, isArrayIndex, isDynamicPath, parseUpdatePath } from './update-path';
import { failure } from './testing/updated';

describe('parseUpdatePath', () => {
  it('splits at dots', () => {
    expect(parseUpdatePath('a.$[item].b.0.$')).toEqual(['a', '$[item]', 'b', '0', '$']);
  });

  it.each([
    ['', 56, 'An empty update path is not valid.'],
    ['a..b', 56, "The update path 'a..b' contains an empty field name, which is not allowed."],
    ['a.', 56, "The update path 'a.' contains an empty field name, which is not allowed."],
    ['a.$.b.$', 2, "Too many positional (i.e. '$') elements found in path 'a.$.b.$'"],
    ['$.a', 2, "Cannot have positional (i.e. '$') element in the first position in path '$.a'"],
    [
      '$[]',
      2,
      "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '$[]'",
    ],
  ])('refuses %j', (path, code, message) => {
    expect(() => parseUpdatePath(path)).toThrow(failure(code, message));
  });
});

describe('components of a path', () => {
  it('tell an index, an identifier and a field apart', () => {
    expect(isArrayIndex('10')).toBe(true);
    expect(isArrayIndex('1a')).toBe(false);
    expect(elementIdentifier('$[]')).toBe('');
    expect(elementIdentifier('$[x]')).toBe('x');
    expect(elementIdentifier('$')).toBeUndefined();
    expect(isDynamicPath(['a', '$'])).toBe(true);
    expect(isDynamicPath(['a', '$[x]'])).toBe(true);
    expect(isDynamicPath(['a', '0'])).toBe(false);
  });
});
