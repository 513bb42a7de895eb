import { decimal } from './variable-definition';

describe('a decimal number', () => {
  const factor = decimal({ doc: 'How much.', min: 0.1, max: 1, default: 0.8 });

  it.each([
    ['0.1', 0.1],
    ['0.75', 0.75],
    ['1', 1],
    ['1.0', 1],
  ])('may be %s', (text, value) => {
    expect(factor.parse(text)).toBe(value);
  });

  it.each(['0', '0.09', '1.01', '-1', '.5', '1.', '5e-1', '80%', 'NaN', ''])(
    'may not be %j',
    (text) => {
      expect(factor.parse(text)).toBeUndefined();
    },
  );

  it('says what it may be, and what it is when nobody sets it', () => {
    expect(factor.expected).toBe('a number from 0.1 to 1');
    expect(factor.fallbackText).toBe('0.8');
    expect(factor.fallback).toBe(0.8);
  });
});
