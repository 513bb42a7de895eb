import { looksLikeFormula } from './formula-text';

describe('a text', () => {
  it.each([
    '=1+1',
    '+84 90 123',
    '-5',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '  =1',
    '\u00A0=1',
    '\u200B=1',
    '\u0000=1',
    '\uFEFF=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ])('%j looks like a formula', (text) => {
    expect(looksLikeFormula(text)).toBe(true);
  });

  it.each(['', ' ', 'a=1', '5-3', 'me@example.com', "'=1", 'Đơn hàng', '−5', '(-5)'])(
    '%j does not',
    (text) => {
      expect(looksLikeFormula(text)).toBe(false);
    },
  );
});
