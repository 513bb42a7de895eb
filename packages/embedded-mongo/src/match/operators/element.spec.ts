import {
  BSONRegExp,
  type BsonValue,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
} from '../../values';
import { compileFilter } from '../filter';

const of = (condition: BsonValue, value: BsonValue): boolean =>
  compileFilter({ a: condition })({ a: value });

describe('$exists', () => {
  it('tells missing from null', () => {
    expect(of({ $exists: true }, null)).toBe(true);
    expect(compileFilter({ a: { $exists: true } })({})).toBe(false);
    expect(compileFilter({ a: { $exists: false } })({})).toBe(true);
    expect(of({ $exists: true }, [])).toBe(true);
  });

  it('takes any truth value', () => {
    expect(of({ $exists: 1 }, 5)).toBe(true);
    expect(of({ $exists: new Double(0) }, 5)).toBe(false);
    expect(of({ $exists: 'x' }, 5)).toBe(true);
    expect(of({ $exists: null }, 5)).toBe(false);
  });

  it('finds a path in any element', () => {
    expect(compileFilter({ 'a.b': { $exists: true } })({ a: [{}, { b: 1 }] })).toBe(true);
    expect(compileFilter({ 'a.b': { $exists: false } })({ a: [{}, { b: 1 }] })).toBe(false);
    expect(compileFilter({ 'a.2': { $exists: true } })({ a: [1, 2] })).toBe(false);
  });
});

describe('$type', () => {
  it.each<[BsonValue, BsonValue]>([
    ['double', new Double(5)],
    [1, 5.5],
    ['int', 5],
    ['long', Long.fromNumber(5)],
    ['decimal', Decimal128.fromString('5')],
    ['number', Long.fromNumber(5)],
    ['string', 'x'],
    [2, 'x'],
    ['object', {}],
    ['array', []],
    ['objectId', new ObjectId()],
    ['bool', false],
    ['date', new Date()],
    ['null', null],
    ['regex', new BSONRegExp('a')],
    ['minKey', new MinKey()],
    [-1, new MinKey()],
    [127, new MaxKey()],
    [['string', 'int'], 5],
    ['string', [1, 'x']],
  ])('%j is the type of %j', (type, value) => {
    expect(of({ $type: type }, value)).toBe(true);
  });

  it('does not match other types nor missing fields', () => {
    expect(of({ $type: 'double' }, 5)).toBe(false);
    expect(of({ $type: 'object' }, [])).toBe(false);
    expect(of({ $type: 'null' }, undefined)).toBe(false);
  });

  it.each<[BsonValue, string]>([
    ['text', 'Unknown type name alias: text'],
    [99, 'Invalid numerical type code: 99'],
    [0, 'Invalid numerical type code: 0. Instead use {$exists:false}.'],
    [[], 'a must match at least one type'],
    [{}, 'type must be represented as a number or a string'],
  ])('refuses %j', (type, message) => {
    expect(() => compileFilter({ a: { $type: type } })).toThrow(message);
  });
});
