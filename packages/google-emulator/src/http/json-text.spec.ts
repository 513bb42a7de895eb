import * as fc from 'fast-check';
import { escapeJsonText, toJsonText } from './json-text';

describe('toJsonText', () => {
  it('indents with two spaces and ends with a line feed, or is compact', () => {
    expect(toJsonText({ a: [1], b: {}, c: [] }, true)).toBe(
      '{\n  "a": [\n    1\n  ],\n  "b": {},\n  "c": []\n}\n',
    );
    expect(toJsonText({ a: [1] }, false)).toBe('{"a":[1]}');
  });

  it('escapes what Google escapes and nothing else', () => {
    expect(toJsonText('<>\u2028\u2029\u200b\ufeff', false)).toBe(
      '"\\u003c\\u003e\\u2028\\u2029\\u200b\\ufeff"',
    );
    expect(toJsonText("&'🌵\u00a0\u202fé₫", false)).toBe('"&\'🌵\u00a0\u202fé₫"');
  });

  it('means the same, however often it is escaped', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
        const text = toJsonText(value, pretty);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(escapeJsonText(text)).toBe(text);
      }),
    );
  });
});
