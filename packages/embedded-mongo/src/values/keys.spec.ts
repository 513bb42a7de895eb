import { Decimal128, Long, ObjectId } from 'bson';
import { foldFor } from './collation';
import { capKey, encodeKey, hashKey, MAX_KEY_BYTES, prefixEnd } from './keys';
import { encodeValue } from './testing/encode-value';

describe('the key of a value', () => {
  it('gives one key to equal numbers of all types', () => {
    const keys = [Long.fromString('9007199254740993'), new Decimal128('9007199254740993.0')];
    expect(new Set(keys.map((value) => hashKey(value))).size).toBe(1);
    expect(hashKey(1)).toBe(hashKey(new Decimal128('1.0')));
    expect(hashKey(0.1)).not.toBe(hashKey(new Decimal128('0.1')));
    expect(hashKey(-0)).toBe(hashKey(0));
  });

  it('writes a key that is much larger than its buffer', () => {
    expect(encodeValue('x'.repeat(100_000)).length).toBe(100_002);
  });

  it('folds strings, but not names', () => {
    const fold = foldFor({ locale: 'en', strength: 2 });
    expect(hashKey({ a: 'X' }, fold)).toBe(hashKey({ a: 'x' }, fold));
    expect(hashKey({ A: 'x' }, fold)).not.toBe(hashKey({ a: 'x' }, fold));
  });

  it('keeps the twelve bytes of an ObjectId', () => {
    const id = new ObjectId();
    expect(encodeValue(id).subarray(1).toString('hex')).toBe(id.toHexString());
  });
});

describe('encodeKey', () => {
  it('starts with the prefix and takes a missing direction for ascending', () => {
    const key = encodeKey(Buffer.from([1, 2]), ['a'], []);
    expect(key).toEqual(Buffer.concat([Buffer.from([1, 2]), encodeValue('a')]));
  });
});

describe('capKey', () => {
  it('leaves short keys alone and tells long ones apart', () => {
    const short = Buffer.alloc(MAX_KEY_BYTES - 1);
    expect(capKey(short)).toBe(short);
    const first = capKey(encodeValue(`${'x'.repeat(3000)}a`));
    const second = capKey(encodeValue(`${'x'.repeat(3000)}b`));
    expect(first.length).toBe(MAX_KEY_BYTES);
    expect(first.equals(second)).toBe(false);
  });
});

describe('prefixEnd', () => {
  it('is after everything that starts with the prefix and before the next', () => {
    expect(prefixEnd(Buffer.from([1, 2]))).toEqual(Buffer.from([1, 3]));
    expect(prefixEnd(Buffer.from([1, 0xff, 0xff]))).toEqual(Buffer.from([2]));
    expect(Buffer.compare(prefixEnd(Buffer.from([0xff])), Buffer.alloc(100, 0xff))).toBe(1);
  });
});
