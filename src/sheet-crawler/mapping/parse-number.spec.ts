import fc from 'fast-check';
import { localeFormats } from './locale-formats';
import { parseNumber } from './parse-number';

const read = (locale: string, text: string): number | undefined =>
  parseNumber(text, localeFormats(locale));

describe('a number in a text', () => {
  it.each([
    ['vi_VN', '1.234,50 ₫', 1234.5],
    ['vi_VN', '1.234', 1234],
    ['vi_VN', '1,5', 1.5],
    ['vi_VN', '1.234.567đ', 1234567],
    ['vi_VN', '1.234.567 VNĐ', 1234567],
    ['vi_VN', 'VND 250.000', 250000],
    ['vi_VN', '250.000 đồng'.normalize('NFD'), 250000],
    ['en_US', '$1,234.50', 1234.5],
    ['en_US', '1.234', 1.234],
    ['en_US', '1,234', 1234],
    ['en_US', '(1,234)', -1234],
    ['en_US', '($1,234.50)', -1234.5],
    ['en_US', '$(5)', -5],
    ['en_US', '(5) USD', -5],
    ['en_US', '-$5', -5],
    ['en_US', '$-5', -5],
    ['en_US', '$1,234.50 USD', 1234.5],
    ['en_US', 'CA$5', 5],
    ['en_US', 'Rs.500', 500],
    ['en_US', '$.5', 0.5],
    ['en_US', '.5', 0.5],
    ['en_US', '-.5', -0.5],
    ['en_US', '12%', 0.12],
    ['en_US', '12.3 %', 0.123],
    ['en_US', '(12%)', -0.12],
    ['tr_TR', '%12,5', 0.125],
    ['en_US', '-5', -5],
    ['en_US', '+5', 5],
    ['en_US', '\u22125', -5],
    ['en_US', '- 5', -5],
    ['en_US', ' 5\u00a0', 5],
    ['en_US', '007', 7],
    ['en_US', '-0', 0],
    ['en_US', '1.5E+03', 1500],
    ['en_US', '1e3', 1000],
    ['vi_VN', '1,5E-3', 0.0015],
    ['fr', '1\u202f234,5 €', 1234.5],
    ['fr_FR', '1\u00a0234\u00a0567', 1234567],
    ['fr_FR', '1\u2009234,5', 1234.5],
    ['en_US', '1 234 567.5', 1234567.5],
    ['de_DE', '1.234,5 €', 1234.5],
    ['de_CH', '1’234.50', 1234.5],
    ['en_US', "1'234.50", 1234.5],
    ['en_IN', '₹12,34,567.50', 1234567.5],
    ['xx_YY', '1,234.5', 1234.5],
    ['!!', '1,234.5', 1234.5],
    ['', '1,234.5', 1234.5],
  ])('in %s: %s is %d', (locale, text, value) => {
    expect(read(locale, text)).toBe(value);
  });

  it.each([
    ['vi_VN', '1,234.50', 1234.5],
    ['vi_VN', '1,234,567', 1234567],
    ['vi_VN', '12.5', 12.5],
    ['vi_VN', '0.123', 0.123],
    ['vi_VN', '1234.567', 1234.567],
    ['en_US', '1.234.567', 1234567],
    ['en_US', '1.234,50', 1234.5],
    ['en_US', '1,5', 1.5],
    ['en_US', '0,123', 0.123],
    ['fr_FR', '1,234.50', 1234.5],
    ['fr_FR', '1.234.567', 1234567],
  ])('in %s, written the other way: %s is %d', (locale, text, value) => {
    expect(read(locale, text)).toBe(value);
  });

  it.each([
    ['en_US', '1,2,3'],
    ['en_US', '1,234,56'],
    ['en_US', '12,34,567'],
    ['en_US', '1234,567,890'],
    ['en_US', '1,234.567,890'],
    ['en_US', '1.2.3'],
    ['en_US', '001,234'],
    ['en_US', '0901 234 567'],
    ['en_US', '1  234'],
    ['en_US', '5-'],
    ['en_US', '--5'],
    ['en_US', '(-5)'],
    ['en_US', '(5'],
    ['en_US', '5)'],
    ['en_US', '5,'],
    ['en_US', '5 kg'],
    ['en_US', '5 cup'],
    ['en_US', '5 apples 3'],
    ['en_US', '5%%'],
    ['en_US', '$5%'],
    ['en_US', '$ USD 5 €'],
    ['en_US', '5²'],
    ['en_US', '1e400'],
    ['en_US', '1e99999'],
    ['en_US', '0x10'],
    ['en_US', 'Infinity'],
    ['en_US', 'NaN'],
    ['en_US', ''],
    ['en_US', '-'],
    ['en_US', '.'],
    ['en_US', '()'],
    ['en_US', '2026-12-31'],
    ['en_US', '31/12/2026'],
    ['en_US', '10:30'],
    ['en_US', '1'.repeat(50_000)],
    ['en_US', '1,'.repeat(25_000)],
    // Neither separates groups in French: it could be 1234 as well as 1.234.
    ['fr_FR', '1.234'],
  ])('in %s: %.20s is none', (locale, text) => {
    expect(read(locale, text)).toBeUndefined();
  });

  const amounts = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -1e12, max: 1e12 }).map((cents) => cents / 100),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Number(value.toFixed(6))),
  );

  it.each(['vi-VN', 'en-US', 'de-DE', 'fr-FR', 'en-IN', 'es-ES', 'de-CH', 'pl-PL', 'sv-SE'])(
    'comes back from how Intl writes it in %s',
    (tag) => {
      const locale = localeFormats(tag.replace('-', '_'));
      const formats = [
        new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }),
        new Intl.NumberFormat(tag, {
          style: 'currency',
          currency: 'EUR',
          currencySign: 'accounting',
          maximumFractionDigits: 6,
        }),
        new Intl.NumberFormat(tag, {
          style: 'currency',
          currency: 'VND',
          maximumFractionDigits: 6,
        }),
      ];
      fc.assert(
        fc.property(amounts, fc.constantFrom(...formats), (amount, format) => {
          expect(parseNumber(format.format(amount), locale)).toBe(amount + 0);
        }),
        { numRuns: 1000 },
      );
    },
  );
});
