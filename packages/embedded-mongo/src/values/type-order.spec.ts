import { Code, Decimal128, Double, Long, MaxKey, MinKey, ObjectId } from 'bson';
import { isTruthy, typeName, typeNumber, typeNumberOfAlias } from './type-order';
import { isNumber, isPlainObject } from './types';

describe('types', () => {
  it.each([
    [undefined, 'missing', 0],
    [null, 'null', 10],
    [1, 'int', 16],
    [1.5, 'double', 1],
    [2 ** 40, 'double', 1],
    [new Double(1), 'double', 1],
    [Long.ONE, 'long', 18],
    [new Decimal128('1'), 'decimal', 19],
    ['x', 'string', 2],
    [{}, 'object', 3],
    [{ _bsontype: 'Long' }, 'object', 3],
    [[], 'array', 4],
    [true, 'bool', 8],
    [new Date(), 'date', 9],
    [new ObjectId(), 'objectId', 7],
    [new Code('x'), 'javascript', 13],
    [new Code('x', {}), 'javascriptWithScope', 15],
    [new MinKey(), 'minKey', -1],
    [new MaxKey(), 'maxKey', 127],
  ])('%p is %s', (value, name, number) => {
    expect(typeName(value)).toBe(name);
    expect(typeNumber(value)).toBe(number);
  });

  it('knows the aliases of $type, and no inherited names', () => {
    expect(typeNumberOfAlias('objectId')).toBe(7);
    expect(typeNumberOfAlias('undefined')).toBe(6);
    expect(typeNumberOfAlias('number')).toBeUndefined();
    expect(typeNumberOfAlias('constructor')).toBeUndefined();
  });

  it('tells documents and numbers from everything else', () => {
    expect(isPlainObject({ _bsontype: 'ObjectId' })).toBe(true);
    expect([[], null, new Date(), new ObjectId(), 'x'].some((value) => isPlainObject(value))).toBe(
      false,
    );
    expect([1, NaN, Long.ONE, new Decimal128('1')].every((value) => isNumber(value))).toBe(true);
    expect(isNumber('1')).toBe(false);
  });

  it('counts zeros, null and false as false', () => {
    const falsy = [undefined, null, false, 0, -0, Long.ZERO, new Double(0), new Decimal128('0E5')];
    expect(falsy.some((value) => isTruthy(value))).toBe(false);
    const truthy = [true, NaN, '', [], {}, new Decimal128('1E-6000'), new Date(0)];
    expect(truthy.every((value) => isTruthy(value))).toBe(true);
  });
});
