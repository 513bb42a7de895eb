import { BSONRegExp, Code, Double, Long, ObjectId, serialize } from 'bson';
import type { CommandError } from '../errors';
import { decode, decodeRoots, MAX_NESTING } from './decode';
import { encode } from './encode';
import type { Doc } from './types';

function nested(levels: number): Doc {
  let doc: Doc = {};
  for (let level = 0; level < levels; level++) doc = { a: doc };
  return doc;
}

function failure(fields: Partial<CommandError>): Error {
  return expect.objectContaining(fields) as Error;
}

describe('decode', () => {
  it('keeps the type of each number', () => {
    const bytes = serialize({
      int: 1,
      fraction: 1.5,
      double: new Double(2),
      long: Long.fromNumber(3),
    });
    expect(decode(bytes)).toEqual({
      int: 1,
      fraction: 1.5,
      double: new Double(2),
      long: Long.fromNumber(3),
    });
  });

  it('never gives a JavaScript RegExp or a DBRef', () => {
    const bytes = serialize({ regex: new BSONRegExp('a', 's'), reference: { $ref: 'c', $id: 1 } });
    const doc = decode(bytes);
    expect(doc.regex).toEqual(new BSONRegExp('a', 's'));
    expect(doc.reference).toEqual({ $ref: 'c', $id: 1 });
  });

  it('takes any name for an ordinary field', () => {
    const doc = decode(encode(JSON.parse('{"__proto__":{"x":1},"constructor":2}') as Doc));
    expect(Object.keys(doc)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(doc)).toBe(Object.prototype);
  });

  it('does not look at the storage buffer again once it is done', () => {
    const bytes = Buffer.from(serialize({ id: new ObjectId(), binary: Buffer.from('abc') }));
    const doc = decode(bytes);
    const before = encode(doc);
    bytes.fill(0);
    expect(encode(doc).equals(before)).toBe(true);
  });

  it('reads only the roots it was asked for, and leaves bytes after the document alone', () => {
    const bytes = Buffer.concat([serialize({ a: 1, b: { c: 2 }, d: 'x' }), Buffer.from('more')]);
    expect(decodeRoots(bytes, new Set(['b', 'missing']))).toEqual({ b: { c: 2 } });
    expect(decodeRoots(bytes, new Set())).toEqual({});
    expect(decode(bytes)).toEqual({ a: 1, b: { c: 2 }, d: 'x' });
  });

  it('tells the names apart that share the first of them', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `field${index}`);
    for (const name of names) expect(Object.keys(decode(encode({ [name]: 1 })))).toEqual([name]);
    expect(decode(encode({ tên: 1, ['n'.repeat(100)]: 2 }))).toEqual({
      tên: 1,
      ['n'.repeat(100)]: 2,
    });
  });

  it('reads the deprecated types', () => {
    const pointer = Buffer.concat([
      Buffer.from([0x0c, 0x70, 0, 2, 0, 0, 0, 0x63, 0]),
      Buffer.alloc(12, 1),
      Buffer.from([0x06, 0x75, 0, 0]),
    ]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(pointer.length + 4);
    expect(decode(Buffer.concat([size, pointer]))).toEqual({
      p: { $ref: 'c', $id: new ObjectId('01'.repeat(12)) },
      u: null,
    });
    expect(decode(serialize({ f: new Code('x', { y: 1 }) })).f).toEqual(new Code('x', { y: 1 }));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a size beyond the bytes', Buffer.from([6, 0, 0, 0, 0])],
    ['a negative size', Buffer.from([0xff, 0xff, 0xff, 0xff, 0])],
    ['no closing zero', Buffer.from([5, 0, 0, 0, 1])],
    ['an unknown type', Buffer.from([8, 0, 0, 0, 0x50, 0x61, 0, 0])],
    ['a name without end', Buffer.from([8, 0, 0, 0, 0x0a, 0x61, 0x61, 0])],
    [
      'a string that is longer than the document',
      Buffer.from([13, 0, 0, 0, 2, 0x61, 0, 99, 0, 0, 0, 0, 0]),
    ],
    ['a value cut off', Buffer.from([10, 0, 0, 0, 0x12, 0x61, 0, 1, 2, 0])],
  ])('refuses %s', (_, bytes) => {
    expect(() => decode(bytes)).toThrow(failure({ code: 22, codeName: 'InvalidBSON' }));
  });

  it('refuses documents that are nested too deeply', () => {
    expect(decode(encode(nested(MAX_NESTING)))).toEqual(nested(MAX_NESTING));
    expect(() => encode(nested(MAX_NESTING + 1))).toThrow(failure({ code: 15 }));
    const deep = serialize(nested(1000));
    expect(() => decode(deep)).toThrow(failure({ code: 15 }));
  });
});
