import { type Doc } from '../../values';
import { failure, updated } from '../testing/updated';

describe('$rename', () => {
  it('moves a value, over another one too', () => {
    expect(updated({ a: 1, b: 2 }, { $rename: { a: 'b' } })).toEqual({ b: 1 });
    expect(updated({ a: { x: 1 } }, { $rename: { 'a.x': 'c.y.z' } })).toEqual({
      a: {},
      c: { y: { z: 1 } },
    });
    expect(updated({ a: [1] }, { $rename: { a: 'b' } })).toEqual({ b: [1] });
  });

  it('does nothing without a source', () => {
    expect(updated({ b: 1 }, { $rename: { a: 'c', 'x.y': 'z' } })).toEqual({ b: 1 });
  });

  it.each<[Doc, string]>([
    [{ a: 1 }, "The 'to' field for $rename must be a string: a: 1"],
    [{ a: 'a' }, 'The source and target field for $rename must differ: a: "a"'],
    [
      { a: 'a.b' },
      'The source and target field for $rename must not be on the same path: a: "a.b"',
    ],
    [{ 'a.$': 'b' }, 'The source field for $rename may not be dynamic: a.$'],
    [{ a: 'b.$[]' }, 'The destination field for $rename may not be dynamic: b.$[]'],
  ])('refuses %j', (fields, message) => {
    expect(() => updated({}, { $rename: fields })).toThrow(failure(2, message));
  });

  it('refuses paths through arrays', () => {
    const doc = { _id: 1, a: [{ b: 1 }], c: 5 };
    expect(() => updated(doc, { $rename: { 'a.0.b': 'x' } })).toThrow(
      failure(
        2,
        "The source field cannot be an array element, 'a.0.b' in doc with _id: 1 has an array field called 'a'",
      ),
    );
    expect(() => updated(doc, { $rename: { c: 'a.0.x' } })).toThrow(
      failure(
        2,
        "The destination field cannot be an array element, 'a.0.x' in doc with _id: 1 has an array field called 'a'",
      ),
    );
    expect(() => updated(doc, { $rename: { 'c.d': 'x' } })).toThrow(failure(28));
  });

  it('conflicts with an update of either field', () => {
    expect(() => updated({}, { $rename: { a: 'b' }, $set: { a: 1 } })).toThrow(
      failure(40, "Updating the path 'a' would create a conflict at 'a'"),
    );
    expect(() => updated({}, { $set: { b: 1 }, $rename: { a: 'b' } })).toThrow(
      failure(40, "Updating the path 'b' would create a conflict at 'b'"),
    );
  });
});
