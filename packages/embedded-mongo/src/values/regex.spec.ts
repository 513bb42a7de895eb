import { BSONRegExp } from 'bson';
import type { CommandError } from '../errors';
import { toRegExp } from './regex';

const matches = (pattern: string, options: string, text: string): boolean =>
  toRegExp(pattern, options).test(text);

function failure(fields: Partial<CommandError>): Error {
  return expect.objectContaining(fields) as Error;
}

describe('toRegExp', () => {
  it('takes a BSON regex with its own options, which given options replace', () => {
    expect(toRegExp(new BSONRegExp('a', 'i')).test('A')).toBe(true);
    expect(toRegExp(new BSONRegExp('a', 'i'), '').test('A')).toBe(false);
    expect(toRegExp('a')).toBe(toRegExp('a'));
  });

  it.each([
    ['^b$', '', 'a\nb', false],
    ['^b$', 'm', 'a\nb', true],
    ['a.b', '', 'a\nb', false],
    ['a.b', 's', 'a\nb', true],
    ['a.b', '', 'a\rb', true],
    ['a b # comment', 'x', 'ab', true],
    ['a\\ b[ #]', 'x', 'a b#', true],
    ['(?i)abc', '', 'ABC', true],
    ['(?is)a.b', '', 'A\nB', true],
    ['abc$', '', 'abc\n', true],
    ['abc$', '', 'abc\n\n', false],
    ['\\Aabc\\z', '', 'abc', true],
    ['\\Ab', 'm', 'a\nb', false],
    ['abc\\Z', '', 'abc\n', true],
    ['^[[:alpha:]]+$', '', 'abc', true],
    ['^[[:digit:]-]+$', '', '1-2', true],
    ['^[^[:space:]]+$', '', 'a b', false],
    ['[]a]+', '', ']', true],
    ['\\Qa.b\\E', '', 'axb', false],
    ['\\Qa.b\\E+', '', 'a.bb', true],
    ['(?P<x>a)(?P=x)', '', 'aa', true],
    ['a(?#nothing)b', '', 'ab', true],
    ['^.$', '', '😀', true],
    ['\\@\\-\\#\\ \\"', '', '@-# "', true],
    ['\\x{1F600}', '', '😀', true],
    ['^\\pL+$', '', 'ốc', true],
    ['^\\p{Lu}\\P{Lu}$', '', 'Ốc', true],
    ['^\\p{Greek}$', '', 'σ', true],
    ['^[\\pL ]+$', '', 'Hà Nội', true],
    ['a{,2}', '', 'a{,2}', true],
    ['ÉCOLE', 'i', 'école', true],
    ['^\\d{3}-\\w+\\.com$', '', '123-x.com', true],
  ])('%j with options %j on %j: %p', (pattern, options, text, expected) => {
    expect(matches(pattern, options, text)).toBe(expected);
  });

  it('refuses broken patterns and unknown options', () => {
    expect(() => toRegExp('(')).toThrow(failure({ code: 51091 }));
    expect(() => toRegExp('\\p{L}{')).toThrow(failure({ code: 51091 }));
    expect(() => toRegExp('a', 'g')).toThrow(failure({ code: 51108 }));
    expect(() => toRegExp(5)).toThrow(failure({ code: 2 }));
  });
});
