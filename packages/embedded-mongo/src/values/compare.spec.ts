import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { compare, compareStrings, equals } from './compare';
import type { BsonValue } from './types';

describe('compare', () => {
  it('puts the types in the order of MongoDB', () => {
    const ordered: BsonValue[] = [
      new MinKey(),
      null,
      -1,
      'a',
      { a: 1 },
      [1],
      new Binary(Buffer.from('x')),
      new ObjectId('000000000000000000000001'),
      false,
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      new BSONRegExp('a'),
      new Code('f'),
      new Code('f', {}),
      new MaxKey(),
    ];
    const shuffled = [...ordered].reverse();
    expect(shuffled.sort((a, b) => compare(a, b))).toEqual(ordered);
  });

  it('compares numbers by value across types', () => {
    expect(equals(1, Long.ONE)).toBe(true);
    expect(equals(1, new Decimal128('1.00'))).toBe(true);
    expect(equals(new Double(1), 1)).toBe(true);
    expect(equals(9.99, new Decimal128('9.99'))).toBe(false);
    expect(compare(Long.fromString('9007199254740993'), 2 ** 53)).toBe(1);
    expect(compare(Long.MAX_VALUE, 2 ** 63)).toBe(-1);
    expect(compare(2 ** 63, Long.MAX_VALUE)).toBe(1);
    expect(compare(NaN, -Infinity)).toBe(-1);
    expect(equals(NaN, new Decimal128('NaN'))).toBe(true);
    expect(equals(0, -0)).toBe(true);
  });

  it('compares documents field by field in their order', () => {
    expect(equals({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
    expect(compare({ a: 1 }, { a: 1, b: 1 })).toBe(-1);
    expect(compare({ b: 1 }, { a: 'x' })).toBe(-1);
    expect(compare({ b: 1 }, { a: 2 })).toBe(1);
    expect(equals({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  });

  it('takes a DBRef for the document it is', () => {
    const id = new ObjectId();
    expect(equals(new DBRef('c', id, 'd'), { $ref: 'c', $id: id, $db: 'd' })).toBe(true);
  });

  it('compares binaries by length, subtype and bytes', () => {
    expect(compare(new Binary(Buffer.from([9])), new Binary(Buffer.from([1, 1])))).toBe(-1);
    expect(compare(new Binary(Buffer.from([9]), 0), new Binary(Buffer.from([1]), 4))).toBe(-1);
  });

  it('holds missing and null equal, and a symbol and its string', () => {
    expect(equals(undefined, null)).toBe(true);
    expect(equals(new BSONSymbol('a'), 'a')).toBe(true);
  });

  it('is not fooled by a field named _bsontype', () => {
    expect(equals({ _bsontype: 'ObjectId' }, { _bsontype: 'ObjectId' })).toBe(true);
    expect(compare({ _bsontype: 'Long' }, 1)).toBe(1);
  });

  it('uses the comparator for strings, also inside of arrays and documents', () => {
    const noCase = (a: string, b: string): number =>
      compareStrings(a.toLowerCase(), b.toLowerCase());
    expect(equals('A', 'a', noCase)).toBe(true);
    expect(equals([{ x: 'A' }], [{ x: 'a' }], noCase)).toBe(true);
    expect(equals({ X: 'a' }, { x: 'a' }, noCase)).toBe(false);
  });
});

describe('compareStrings', () => {
  it('orders by code point, not by UTF-16 unit', () => {
    expect(compareStrings('\uffff', '😀')).toBe(-1);
    expect(compareStrings('a', 'ab')).toBe(-1);
    expect(compareStrings('b', 'ab')).toBe(1);
  });
});
