import { DBRef, deserialize, Int32, Long, ObjectId } from 'bson';
import { CommandError } from '../errors';
import { encode } from './encode';
import type { BsonValue } from './types';

describe('encode', () => {
  it('leaves missing fields out and writes null for missing items', () => {
    expect(deserialize(encode({ a: undefined, b: [undefined, 1] }))).toEqual({ b: [null, 1] });
  });

  it('writes an int32 where it can and a double otherwise', () => {
    const types = [1, -(2 ** 31), 2 ** 31, 1.5, -0, NaN].map((value) => encode({ a: value })[4]);
    expect(types).toEqual([0x10, 0x10, 0x01, 0x01, 0x01, 0x01]);
    expect(encode({ a: new Int32(1) })[4]).toBe(0x10);
    expect(encode({ a: Long.ONE })[4]).toBe(0x12);
  });

  it('writes dates before 1970 and invalid ones', () => {
    const date = new Date(-8.64e15);
    expect(deserialize(encode({ a: date, b: new Date(NaN) }))).toEqual({ a: date, b: new Date(0) });
  });

  it('writes a DBRef as a document', () => {
    const id = new ObjectId();
    const bytes = encode({ a: new DBRef('c', id) });
    expect(bytes.equals(encode({ a: { $ref: 'c', $id: id } }))).toBe(true);
  });

  it('grows for large documents and is small again afterwards', () => {
    const large = encode({ a: 'é'.repeat(5_000_000) });
    expect(large.length).toBe(10_000_000 + 13);
    expect(encode({ a: 1 }).length).toBe(12);
  });

  it('refuses zero bytes in names and values that BSON does not have', () => {
    expect(() => encode({ 'a\0b': 1 })).toThrow(CommandError);
    expect(() => encode({ a: (() => 1) as unknown as BsonValue })).toThrow(CommandError);
  });
});
