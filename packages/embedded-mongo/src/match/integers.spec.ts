import { type BsonValue, Decimal128, Double, Long } from '../values';
import { integerProblem, naturalNumberProblem, parseNaturalNumber, wholePartOf } from './integers';

describe('wholePartOf', () => {
  it.each<[BsonValue, bigint, boolean]>([
    [5, 5n, true],
    [-5.7, -5n, false],
    [new Double(3), 3n, true],
    [Long.MAX_VALUE, 2n ** 63n - 1n, true],
    [Decimal128.fromString('12.50'), 12n, false],
    [Decimal128.fromString('-1.2E+3'), -1200n, true],
    [Decimal128.fromString('1E-6000'), 0n, false],
  ])('of %s', (value, integer, isExact) => {
    expect(wholePartOf(value)).toEqual({ integer, isExact });
  });

  it.each<BsonValue>([NaN, Infinity, 1e300, Decimal128.fromString('1E+6000'), 'x', undefined])(
    'of %s is none',
    (value) => {
      expect(wholePartOf(value)).toBeUndefined();
    },
  );
});

describe('integer operands', () => {
  it('are described when they are wrong', () => {
    expect(integerProblem('$x', 'y')).toBe('Expected a number in: $x: "y"');
    expect(integerProblem('$x', NaN)).toBe('Expected an integer, but found NaN in: $x: NaN');
    expect(integerProblem('$x', 1.5)).toBe('Expected an integer: $x: 1.5');
    expect(integerProblem('$x', 1e300)).toContain('Cannot represent as a 64-bit integer');
    expect(integerProblem('$x', -3)).toBeUndefined();
    expect(naturalNumberProblem('$x', -3)).toBe('Expected a non-negative number in: $x: -3');
  });

  it('are read exactly', () => {
    expect(parseNaturalNumber('$x', Long.fromString('9007199254740993'))).toBe(9007199254740993n);
    expect(() => parseNaturalNumber('$x', -1)).toThrow('Expected a non-negative number');
  });
});
