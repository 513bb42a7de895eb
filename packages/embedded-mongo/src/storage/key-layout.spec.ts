import {
  documentKey,
  keyAfter,
  partPrefix,
  recordIdOfKey,
  recordIdOfValue,
  recordIdValue,
  withRecordId,
} from './key-layout';

describe('the layout of keys', () => {
  it('keeps record numbers beyond 32 bits, in order', () => {
    const prefix = partPrefix(7, 0);
    const numbers = [1, 255, 65_536, 2 ** 32, 2 ** 47];
    const keys = numbers.map((number) => documentKey(prefix, number));
    expect(keys.map(recordIdOfKey)).toEqual(numbers);
    expect([...keys].sort((left, right) => Buffer.compare(left, right))).toEqual(keys);
    expect(recordIdOfValue(recordIdValue(2 ** 40))).toBe(2 ** 40);
    expect(recordIdOfKey(withRecordId(Buffer.from('abc'), 12))).toBe(12);
  });

  it('keeps the parts of a collection, and collections, apart', () => {
    const keys = [partPrefix(1, 0), partPrefix(1, 65_535), partPrefix(2, 0)];
    expect([...keys].reverse().sort((left, right) => Buffer.compare(left, right))).toEqual(keys);
  });

  it('knows the next key', () => {
    const key = Buffer.from([1, 2]);
    expect(Buffer.compare(keyAfter(key), key)).toBe(1);
    expect(Buffer.compare(keyAfter(key), Buffer.from([1, 2, 0, 0]))).toBe(-1);
  });
});
