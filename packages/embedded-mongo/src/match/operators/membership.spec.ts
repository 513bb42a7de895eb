import {
  BSONRegExp,
  BSONSymbol,
  type BsonValue,
  Decimal128,
  Double,
  Long,
  ObjectId,
} from '../../values';
import { compileFilter } from '../filter';

const of = (condition: BsonValue, value: BsonValue): boolean =>
  compileFilter({ a: condition })({ a: value });

const many: BsonValue[] = [
  ...Array.from({ length: 20 }, (_, index) => 100 + index),
  'text',
  null,
  { b: 1 },
  [7, 8],
  new Date(3),
];

describe.each([
  ['few operands', [100, 'text', null, { b: 1 }, [7, 8], new Date(3)] as BsonValue[]],
  ['many operands', many],
])('$in with %s', (_name, list) => {
  it.each<BsonValue>([
    100,
    new Double(100),
    Long.fromNumber(100),
    Decimal128.fromString('100'),
    'text',
    new BSONSymbol('text'),
    null,
    undefined,
    { b: 1 },
    [7, 8],
    [1, 'text'],
    new Date(3),
  ])('finds %j', (value) => {
    expect(of({ $in: list }, value)).toBe(true);
    expect(of({ $nin: list }, value)).toBe(false);
  });

  it.each<BsonValue>([99, 'other', { b: 2 }, { c: 1 }, [8, 7], [], true, new Date(4)])(
    'does not find %j',
    (value) => {
      expect(of({ $in: list }, value)).toBe(false);
      expect(of({ $nin: list }, value)).toBe(true);
    },
  );
});

describe('$in', () => {
  it('matches regexes in the list', () => {
    const list = [new BSONRegExp('^ab', 'i'), 5];
    expect(of({ $in: list }, 'ABC')).toBe(true);
    expect(of({ $in: list }, 5)).toBe(true);
    expect(of({ $in: list }, 'xab')).toBe(false);
    expect(of({ $nin: list }, ['x', 'abx'])).toBe(false);
  });

  it('finds ObjectIds among many', () => {
    const ids = Array.from({ length: 30 }, () => new ObjectId());
    expect(of({ $in: ids }, new ObjectId(ids[7]?.toHexString()))).toBe(true);
    expect(of({ $in: ids }, new ObjectId())).toBe(false);
  });

  it('matches nothing with an empty list', () => {
    expect(of({ $in: [] }, 1)).toBe(false);
    expect(of({ $nin: [] }, 1)).toBe(true);
  });

  it('refuses what is no list and operators in it', () => {
    expect(() => compileFilter({ a: { $in: 5 } })).toThrow('$in needs an array');
    expect(() => compileFilter({ a: { $nin: 5 } })).toThrow('$nin needs an array');
    expect(() => compileFilter({ a: { $in: [{ $gt: 5 }] } })).toThrow('cannot nest $ under $in');
    expect(of({ $in: [{ $ref: 'c', $id: 1 }] }, { $ref: 'c', $id: 1 })).toBe(true);
  });
});
