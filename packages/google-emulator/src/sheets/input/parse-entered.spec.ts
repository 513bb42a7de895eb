import { cellAfterInput, checkedValues } from './cell-input';
import { evaluateArithmetic } from './arithmetic';
import { parseEntered } from './parse-entered';

describe('parseEntered', () => {
  it.each([
    ['', { content: null }],
    ['hello', { content: 'hello' }],
    ["'0123", { content: '0123' }],
    ['0123', { content: 123 }],
    ['-5', { content: -5 }],
    ['1.5', { content: 1.5 }],
    ['.5', { content: 0.5 }],
    ['1,234', { content: 1234, format: { type: 'NUMBER', pattern: '#,##0' } }],
    ['1,234.50', { content: 1234.5, format: { type: 'NUMBER', pattern: '#,##0.00' } }],
    ['(1,234)', { content: -1234, format: { type: 'NUMBER', pattern: '#,##0' } }],
    ['12%', { content: 0.12, format: { type: 'PERCENT', pattern: '0%' } }],
    ['12.5%', { content: 0.125, format: { type: 'PERCENT', pattern: '0.00%' } }],
    ['$12.50', { content: 12.5, format: { type: 'CURRENCY', pattern: '[$$]#,##0.00' } }],
    ['-$12', { content: -12, format: { type: 'CURRENCY', pattern: '[$$]#,##0' } }],
    ['1e5', { content: 100000, format: { type: 'SCIENTIFIC', pattern: '0.00E+00' } }],
    ['true', { content: true }],
    ['FALSE', { content: false }],
    ['1/15/2024', { content: 45306, format: { type: 'DATE' } }],
    ['2024-01-15', { content: 45306, format: { type: 'DATE', pattern: 'yyyy-mm-dd' } }],
    ['15:30', { content: 0.6458333333333334, format: { type: 'TIME' } }],
    ['3:30 PM', { content: 0.6458333333333334, format: { type: 'TIME' } }],
    ['12:00 AM', { content: 0, format: { type: 'TIME' } }],
    ['1/15/2024 12:00', { content: 45306.5, format: { type: 'DATE_TIME' } }],
    ['13/15/2024', { content: '13/15/2024' }],
    ['2/30/2024', { content: '2/30/2024' }],
    ['1.15.2024', { content: '1.15.2024' }],
    ['1,23', { content: '1,23' }],
    ['12 apples', { content: '12 apples' }],
    ['2024-01-15T10:00:00Z', { content: '2024-01-15T10:00:00Z' }],
    ['1e999', { content: '1e999' }],
    ['=', { content: '=' }],
    ['=4/2', { content: 2, formula: '=4/2' }],
    [
      '=1/0',
      {
        content: {
          error: 'DIVIDE_BY_ZERO',
          message: 'Function DIVIDE parameter 2 cannot be zero.',
        },
        formula: '=1/0',
      },
    ],
  ])('%p in en_US', (text, expected) => {
    expect(parseEntered(text, 'en_US')).toEqual(expected);
  });

  it.each([
    ['vi_VN', '1.234,5', 1234.5],
    ['vi_VN', '1.234', 1234],
    ['vi_VN', '1,5', 1.5],
    ['vi_VN', '1.5', '1.5'],
    ['vi_VN', '15/01/2024', 45306],
    ['vi_VN', '1.500 ₫', 1500],
    ['de_DE', '15.01.2024', 45306],
    ['de_DE', '12,5 %', 0.125],
    ['fr_FR', '1 234,5', 1234.5],
    ['fr_FR', '1\u202f234,5', 1234.5],
    ['en_GB', '15/01/2024', 45306],
  ])('in %s %p is %p', (locale, text, expected) => {
    expect(parseEntered(text, locale).content).toBe(expected);
  });

  it.each([
    ['in the middle', `1${' '.repeat(200_000)}x`],
    ['behind a sign', `-${' '.repeat(200_000)}x\nx`],
  ])('does not try all ways to read a long text with spaces %s', (_where, text) => {
    expect(parseEntered(text, 'en_US')).toEqual({ content: text });
  });

  it('shows an error for a formula that would have to be computed', () => {
    const { content, formula } = parseEntered('=SUM(A1:A3)', 'en_US');
    expect(formula).toBe('=SUM(A1:A3)');
    expect(content).toMatchObject({ error: 'ERROR', message: expect.stringContaining('=SUM') });
  });
});

describe('evaluateArithmetic', () => {
  it.each([
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['-2^2', 4],
    ['50%*4', 2],
    ['2 - -3', 5],
    ['1.5e2', 150],
    ['A1', undefined],
    ['1+', undefined],
    ['(1', undefined],
    ['('.repeat(500), undefined],
  ])('%s', (text, expected) => {
    expect(evaluateArithmetic(text, '.')).toBe(expected);
  });

  it.each(['1e308*10', '-1e308*10', '(0-1)^0.5', '0^-1'])('%s is no number', (text) => {
    expect(evaluateArithmetic(text, '.')).toMatchObject({ error: 'NUM' });
  });

  it('reads the decimal sign of the locale', () => {
    expect(evaluateArithmetic('1,5*2', ',')).toBe(3);
  });
});

describe('checkedValues', () => {
  it('refuses a number that JSON can write and a cell cannot hold', () => {
    expect(() => checkedValues([[1e308, Infinity]])).toThrow('Invalid values[0][1]');
  });
});

describe('cellAfterInput', () => {
  it('keeps the format of a cell, and reads nothing into text cells', () => {
    const date = { value: 1, format: { type: 'DATE' as const } };
    expect(cellAfterInput(date, '5', 'USER_ENTERED', 'en_US', undefined)).toEqual({
      value: 5,
      format: { type: 'DATE' },
    });
    expect(cellAfterInput(null, '0012', 'USER_ENTERED', 'en_US', { type: 'TEXT' })).toBe('0012');
    expect(cellAfterInput(null, '=1+1', 'RAW', 'en_US', undefined)).toBe('=1+1');
    expect(cellAfterInput('old', null, 'RAW', 'en_US', undefined)).toBeUndefined();
    expect(cellAfterInput('old', '', 'RAW', 'en_US', undefined)).toBeNull();
  });
});
