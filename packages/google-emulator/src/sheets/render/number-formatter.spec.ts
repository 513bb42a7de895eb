import * as fc from 'fast-check';
import { type NumberFormat } from '../definition';
import { decimalDigits } from './decimal-digits';
import { generalNumber } from './general-number';
import { numberFormatter } from './number-formatter';

const show = (
  value: number,
  pattern: string,
  locale = 'en_US',
  type: NumberFormat['type'] = 'NUMBER',
) => numberFormatter({ type, pattern }, locale).number(value);

describe('numbers', () => {
  it.each([
    [1234.5, '#,##0.00', '1,234.50'],
    [1234567, '#,##0', '1,234,567'],
    [-1234.5, '#,##0.00', '-1,234.50'],
    [0, '#,##0', '0'],
    [0, '#', ''],
    [5, '000', '005'],
    [1.005, '0.00', '1.01'],
    [2.5, '0', '3'],
    [0.1234, '0.00%', '12.34%'],
    [0.07, '0.##########%', '7.%'],
    [1234, '0.00E+00', '1.23E+03'],
    [0.00012, '0.0E+00', '1.2E-04'],
    [1234567, '#,##0,', '1,235'],
    [1500000, '0.0,,"M"', '1.5M'],
    [1234.5, '"$"#,##0.00', '$1,234.50'],
    [1234.5, '[$₫]#,##0', '₫1,235'],
    [1234.5, '#,##0.00[$ €-407]', '1,234.50 €'],
    [-5, '0;(0)', '(5)'],
    [0, '0;(0);"none"', 'none'],
    [5, '0;(0);"none"', '5'],
    [-0.001, '0.00', '0.00'],
    [123456789, '000-00-0000', '123-45-6789'],
    [1.5, '0.0##', '1.5'],
    [1.25, '0.0##', '1.25'],
    [12, '\\#0', '#12'],
    [150, '[>100]"many";0', 'many'],
    [50, '[>100]"many";0', '50'],
    [1e21, '0', '1000000000000000000000'],
    [0.1, '0.00000000000000000000', '0.10000000000000000000'],
    [3, 'General" items"', '3 items'],
    [3, '@', '3'],
  ])('%p as %s is %s', (value, pattern, expected) => {
    expect(show(value, pattern)).toBe(expected);
  });

  it.each([
    ['vi_VN', '1.234,50'],
    ['de_DE', '1.234,50'],
    ['fr_FR', '1\u202f234,50'],
    ['en_GB', '1,234.50'],
    ['ja_JP', '1,234.50'],
    ['es_ES', '1.234,50'],
    ['xx_YY', '1,234.50'],
  ])('in %s it is %s', (locale, expected) => {
    expect(show(1234.5, '#,##0.00', locale)).toBe(expected);
  });

  it.each([
    ['NUMBER', 'en_US', 1000.12, '1,000.12'],
    ['PERCENT', 'en_US', 0.1012, '10.12%'],
    ['CURRENCY', 'en_US', 1000.12, '$1,000.12'],
    ['CURRENCY', 'en_US', -1000.12, '-$1,000.12'],
    ['SCIENTIFIC', 'en_US', 1010, '1.01E+03'],
    ['CURRENCY', 'vi_VN', 1234.5, '1.235\u00a0₫'],
    ['CURRENCY', 'de_DE', 1234.5, '1.234,50\u00a0€'],
    ['CURRENCY', 'fr_FR', 1234.5, '1\u202f234,50\u00a0€'],
    ['CURRENCY', 'ja_JP', 1234, '￥1,234'],
    ['PERCENT', 'de_DE', 0.1234, '12,34\u00a0%'],
    ['TEXT', 'en_US', 12.5, '12.5'],
  ] as const)('%s in %s of %p is %s', (type, locale, value, expected) => {
    expect(numberFormatter({ type }, locale).number(value)).toBe(expected);
  });
});

describe('dates and times', () => {
  const noon = 39717.66597222222; // 2008-09-26 15:59:00
  it.each([
    ['yyyy-mm-dd', '2008-09-26'],
    ['m/d/yy', '9/26/08'],
    ['d mmmm yyyy', '26 September 2008'],
    ['ddd, dd mmm', 'Fri, 26 Sep'],
    ['dddd', 'Friday'],
    ['h:mm', '15:59'],
    ['hh:mm:ss am/pm', '03:59:00 PM'],
    ['h:mm a/p', '3:59 p'],
    ['mm:ss', '59:00'],
    ['m', '9'],
    ['h" hours "m" minutes, month "mm', '15 hours 59 minutes, month 09'],
    ['ss.000', '00.000'],
    ['yyyy-mm-dd"T"hh:mm:ss', '2008-09-26T15:59:00'],
    ['mmmmm', 'S'],
  ])('%s is %s', (pattern, expected) => {
    expect(show(noon, pattern, 'en_US', 'DATE_TIME')).toBe(expected);
  });

  it.each([
    ['DATE', 'en_US', '9/26/2008'],
    ['TIME', 'en_US', '3:59:00 PM'],
    ['DATE_TIME', 'en_US', '9/26/08 15:59:00'],
    ['DATE', 'vi_VN', '26/09/2008'],
    ['DATE_TIME', 'vi_VN', '26/09/2008 15:59:00'],
    ['DATE', 'de_DE', '26.09.2008'],
    ['DATE', 'fr_FR', '26/09/2008'],
    ['DATE', 'ja_JP', '2008/9/26'],
    ['DATE', 'en_GB', '26/09/2008'],
  ] as const)('%s in %s is %s', (type, locale, expected) => {
    expect(numberFormatter({ type }, locale).number(noon)).toBe(expected);
  });

  it.each([
    [2.5, 'yyyy-mm-dd hh:mm', '1900-01-01 12:00'],
    [33.625, 'yyyy-mm-dd hh:mm', '1900-02-01 15:00'],
    [45306, 'yyyy-mm-dd', '2024-01-15'],
    [46342, 'yyyy-mm-dd', '2026-11-16'],
    [1.5, '[h]:mm', '36:00'],
    [0, 'h am/pm', '12 AM'],
    [0.5, 'h am/pm', '12 PM'],
    [0.0000115740740740741 * 1.5, 'ss.000', '01.500'],
  ])('%p as %s is %s', (serial, pattern, expected) => {
    expect(show(serial, pattern)).toBe(expected);
  });

  it.each([1e9, -1e9, 1e300])('of no calendar (%p) are shown as numbers', (serial) => {
    expect(show(serial, 'yyyy-mm-dd')).toBe(generalNumber(serial, '.'));
  });

  it('names months in the language of the spreadsheet', () => {
    expect(show(45306, 'mmmm', 'de_DE', 'DATE')).toBe('Januar');
    expect(show(45306, 'mmmm', 'vi_VN', 'DATE')).toBe('tháng 1');
  });
});

describe('generalNumber', () => {
  it.each([
    [53, '53'],
    [3.0, '3'],
    [-0, '0'],
    [1234.5, '1234.5'],
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.3333333333'],
    [1234567.891234, '1234567.891'],
    [12345678901.5, '12345678902'],
    [123456789012, '123456789012'],
    [1e15, '1E+15'],
    [1.5e-12, '1.5E-12'],
    [-2.5, '-2.5'],
  ])('%p is %s', (value, expected) => {
    expect(generalNumber(value, '.')).toBe(expected);
  });

  it('uses the decimal sign of the locale', () => {
    expect(generalNumber(1234.5, ',')).toBe('1234,5');
  });

  it('shows a number that is the same to ten digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-8, max: 1e14, noNaN: true }), (value) => {
        const shown = Number(generalNumber(value, '.'));
        expect(Math.abs(shown - value)).toBeLessThanOrEqual(Math.max(value * 1e-9, 0));
      }),
    );
  });
});

describe('decimalDigits', () => {
  it('rounds decimal numbers as they are written', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 6 }), (cents, decimals) => {
        const exact = BigInt(cents) * 10n ** BigInt(decimals);
        const rounded = (exact + 500n) / 1000n;
        const text = decimalDigits(cents / 1000, decimals).replace('.', '');
        expect(BigInt(text)).toBe(rounded);
      }),
    );
  });
});
