import { quote } from './quote';

describe('a quoted text', () => {
  it('is as it is when it is short', () => {
    expect(quote('abc')).toBe('"abc"');
    expect(quote('a'.repeat(80))).toBe(`"${'a'.repeat(80)}"`);
  });

  it('has at most 80 characters', () => {
    expect(quote('a'.repeat(81))).toBe(`"${'a'.repeat(79)}…"`);
  });

  it('is never cut through a character', () => {
    expect(quote('a'.repeat(78) + '🌵🌵')).toBe(`"${'a'.repeat(78)}…"`);
  });
});
