import { Decimal128, Double, Long } from '../../values';
import { codeOf, evaluate, textOf } from '../testing/aggregate';
import { compileExpression } from './index';

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

describe('arithmetic expressions', () => {
  it('adds, subtracts, multiplies, divides and takes remainders', () => {
    expect(evaluate({ $add: ['$a', 2, 3.5] }, { a: 1 })).toBe(6.5);
    expect(evaluate({ $subtract: ['$a', 2] }, { a: 1 })).toBe(-1);
    expect(evaluate({ $multiply: [2, 3, '$a'] }, { a: 0.5 })).toBe(3);
    expect(evaluate({ $divide: [7, 2] })).toBe(3.5);
    expect(evaluate({ $mod: [-7, 3] })).toBe(-1);
    expect(evaluate({ $mod: [7.5, 2] })).toBe(1.5);
  });

  it('gives null for null and missing operands', () => {
    expect(evaluate({ $add: [1, '$nothing'] })).toBeNull();
    expect(evaluate({ $divide: [null, 0] })).toBeNull();
    expect(evaluate({ $abs: '$nothing' })).toBeNull();
  });

  it('promotes ints to longs, and keeps doubles doubles', () => {
    const value = compileExpression({ $add: [2147483647, 1] })({});
    expect(value).toBeInstanceOf(Long);
    expect(textOf(value)).toBe('2147483648');
    expect(compileExpression({ $add: [0.5, 0.5] })({})).toEqual(new Double(1));
    expect(compileExpression({ $divide: [4, 2] })({})).toEqual(new Double(2));
    expect(compileExpression({ $add: [1, 2] })({})).toBe(3);
    expect(textOf(compileExpression({ $add: [Long.fromString('9007199254740993'), 1] })({}))).toBe(
      '9007199254740994',
    );
  });

  it('computes decimals exactly', () => {
    expect(textOf(compileExpression({ $add: [decimal('0.1'), decimal('0.2')] })({}))).toBe('0.3');
    expect(textOf(compileExpression({ $multiply: [decimal('1.10'), 3] })({}))).toBe('3.30');
    expect(textOf(compileExpression({ $mod: [decimal('5.5'), 2] })({}))).toBe('1.5');
    expect(textOf(compileExpression({ $abs: decimal('-1.5') })({}))).toBe('1.5');
    expect(textOf(compileExpression({ $round: [decimal('2.345'), 2] })({}))).toBe('2.34');
  });

  it('moves dates', () => {
    const at = new Date('2024-01-01T00:00:00Z');
    expect(evaluate({ $add: ['$at', 1000] }, { at })).toEqual(new Date('2024-01-01T00:00:01Z'));
    expect(evaluate({ $subtract: ['$at', 1000] }, { at })).toEqual(
      new Date('2023-12-31T23:59:59Z'),
    );
    expect(evaluate({ $subtract: ['$at', new Date(0)] }, { at })).toBe(at.getTime());
  });

  it('refuses wrong types and division by zero', () => {
    expect(codeOf(() => evaluate({ $add: [1, 'x'] }))).toBe(14);
    expect(codeOf(() => evaluate({ $subtract: [1, new Date()] }))).toBe(14);
    expect(codeOf(() => evaluate({ $divide: [1, 0] }))).toBe(2);
    expect(codeOf(() => evaluate({ $mod: [1, 0] }))).toBe(16610);
    expect(codeOf(() => evaluate({ $divide: [1] }))).toBe(16020);
    expect(codeOf(() => evaluate({ $sqrt: -1 }))).toBe(28714);
    expect(codeOf(() => evaluate({ $abs: 'x' }))).toBe(28765);
  });

  it.each([
    [{ $round: [2.5] }, 2],
    [{ $round: [3.5] }, 4],
    [{ $round: [2.675, 2] }, 2.68],
    [{ $round: [1234, -2] }, 1200],
    [{ $round: [1250, -2] }, 1200],
    [{ $trunc: [-2.7] }, -2],
    [{ $trunc: [19.999, 2] }, 19.99],
    [{ $ceil: 1.2 }, 2],
    [{ $floor: -1.2 }, -2],
    [{ $abs: -3 }, 3],
    [{ $pow: [2, 10] }, 1024],
    [{ $pow: [4, 0.5] }, 2],
    [{ $sqrt: 9 }, 3],
    [{ $log: [8, 2] }, 3],
    [{ $log10: 1000 }, 3],
    [{ $ln: 1 }, 0],
    [{ $exp: 0 }, 1],
    [{ $bitAnd: [6, 3] }, 2],
    [{ $bitOr: [6, 3] }, 7],
    [{ $bitXor: [6, 3] }, 5],
    [{ $bitNot: 0 }, -1],
    [{ $degreesToRadians: 180 }, Math.PI],
    [{ $cos: 0 }, 1],
  ])('%j is %p', (expression, expected) => {
    expect(evaluate(expression)).toBeCloseTo(expected, 10);
  });
});
