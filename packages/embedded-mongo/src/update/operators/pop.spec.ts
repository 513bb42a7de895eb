import { failure, updated } from '../testing/updated';

describe('$pop', () => {
  it('takes an element from an end', () => {
    expect(updated({ a: [1, 2], b: [1, 2], c: [] }, { $pop: { a: 1, b: -1, c: 1 } })).toEqual({
      a: [1],
      b: [2],
      c: [],
    });
  });

  it('does nothing to a missing field', () => {
    expect(updated({ a: {} }, { $pop: { 'a.b': 1, c: 1 } })).toEqual({ a: {} });
  });

  it('refuses wrong arguments and values', () => {
    expect(() => updated({}, { $pop: { a: 2 } })).toThrow(
      failure(9, '$pop expects 1 or -1, found: 2'),
    );
    expect(() => updated({}, { $pop: { a: 'x' } })).toThrow(
      failure(9, 'Expected a number in: a: "x"'),
    );
    expect(() => updated({}, { $pop: { a: 1.5 } })).toThrow(
      failure(9, 'Expected an integer: a: 1.5'),
    );
    expect(() => updated({ a: { b: 'x' } }, { $pop: { 'a.b': 1 } })).toThrow(
      failure(14, "Path 'a.b' contains an element of non-array type 'string'"),
    );
    expect(() => updated({ a: 1 }, { $pop: { 'a.b': 1 } })).toThrow(
      failure(28, 'Cannot use the part (b) of (a.b) to traverse the element ({a: 1})'),
    );
  });
});
