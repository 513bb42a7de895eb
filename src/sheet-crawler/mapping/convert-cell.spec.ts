import { type Cell, CellError } from '@tributary/google';
import fc from 'fast-check';
import { DATA_TYPES, type DataType, type FieldValue } from './column-mapping';
import { CellConverter, type Conversion } from './convert-cell';

const vietnam = new CellConverter({ locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' });
const exactText = (value: Cell['value']): string =>
  value instanceof CellError ? value.type : String(value);
const cell = (value: Cell['value'], text = exactText(value)): Cell => ({ value, text });
const text = (value: string): Cell => cell(value, value);
const ok = (value: FieldValue): Conversion => ({ ok: true, value });
const no = (value: string, problem: string): Conversion => ({ ok: false, value, problem });

describe('an empty cell', () => {
  it.each(DATA_TYPES)('is null as %s', (type) => {
    for (const empty of [cell(null, ''), text(' \u00a0\n'), text('')]) {
      expect(vietnam.convert(empty, type)).toEqual(ok(null));
    }
  });
});

describe('an exact value', () => {
  it.each<[Cell, DataType, FieldValue]>([
    [cell(1234.5, '1.234,50 ₫'), 'number', 1234.5],
    [cell(12, '12'), 'integer', 12],
    [cell(46342, '16/11/2026'), 'date', new Date('2026-11-15T17:00:00Z')],
    [cell(46342.25, '16/11/2026 6:00'), 'date', new Date('2026-11-15T23:00:00Z')],
    [cell(true, 'TRUE'), 'boolean', true],
    [cell(1), 'boolean', true],
    [cell(0), 'boolean', false],
    [text('  a  b '), 'string', '  a  b '],
    [cell(1234.5, '1.234,50 ₫'), 'string', '1.234,50 ₫'],
    [cell(46342, '16/11/2026'), 'string', '16/11/2026'],
    [cell(false, 'FALSE'), 'string', 'FALSE'],
    [cell(5, ''), 'string', '5'],
  ])('%j as %s is %j', (exact, type, value) => {
    expect(vietnam.convert(exact, type)).toEqual(ok(value));
  });

  it.each<[Cell, DataType, Conversion]>([
    [cell(1.5, '1,5'), 'integer', no('1,5', '"1,5" is not a whole number')],
    [cell(1e300), 'integer', no('1e+300', '"1e+300" is not a whole number')],
    [cell(1e300), 'date', no('1e+300', '"1e+300" is not a date')],
    [cell(NaN), 'number', no('NaN', '"NaN" is not a number')],
    [cell(true, 'TRUE'), 'number', no('TRUE', '"TRUE" is not a number')],
    [cell(true, 'TRUE'), 'integer', no('TRUE', '"TRUE" is not a whole number')],
    [cell(true, 'TRUE'), 'date', no('TRUE', '"TRUE" is not a date')],
    [cell(2), 'boolean', no('2', '"2" is not a yes or no')],
  ])('%j does not convert to %s', (exact, type, conversion) => {
    expect(vietnam.convert(exact, type)).toEqual(conversion);
  });
});

describe('an error', () => {
  it.each(DATA_TYPES)('never converts to %s', (type) => {
    const error = cell(new CellError('N_A', 'Did not find it'), '#N/A');
    expect(vietnam.convert(error, type)).toEqual(no('#N/A', '"#N/A" is an error of a formula'));
  });
});

describe('a text', () => {
  it.each<[string, DataType, FieldValue]>([
    ['1.234,50 ₫', 'number', 1234.5],
    ['1.234', 'integer', 1234],
    ['1,0', 'integer', 1],
    ['31/12/2026', 'date', new Date('2026-12-30T17:00:00Z')],
    ['2026-12-31T10:00:00+00:00', 'date', new Date('2026-12-31T10:00:00Z')],
    [' TRUE ', 'boolean', true],
    ['Có', 'boolean', true],
    ['Có'.normalize('NFD'), 'boolean', true],
    ['không', 'boolean', false],
    ['Đúng', 'boolean', true],
    ['SAI', 'boolean', false],
    ['WAHR', 'boolean', true],
    ['FAUX', 'boolean', false],
    ['y', 'boolean', true],
    ['0', 'boolean', false],
    ['✓', 'boolean', true],
  ])('%s as %s is %j', (shown, type, value) => {
    expect(vietnam.convert(text(shown), type)).toEqual(ok(value));
  });

  it.each<[string, DataType, string]>([
    ['abc', 'number', '"abc" is not a number'],
    ['12%', 'integer', '"12%" is not a whole number'],
    ['12345678901234567890', 'integer', '"12345678901234567890" is not a whole number'],
    ['46342', 'date', '"46342" is not a date'],
    ['31/02/2026', 'date', '"31/02/2026" is not a date'],
    ['x', 'boolean', '"x" is not a yes or no'],
    ['maybe', 'boolean', '"maybe" is not a yes or no'],
    ['z'.repeat(50_000), 'number', `"${'z'.repeat(79)}…" is not a number`],
  ])('%.20s as %s does not convert', (shown, type, problem) => {
    expect(vietnam.convert(text(shown), type)).toEqual(no(shown, problem));
  });
});

describe('a time zone that nobody knows', () => {
  const lost = new CellConverter({ locale: 'vi_VN', timeZone: 'Mars/Base' });

  it('is named when a date needs it', () => {
    const problem = '"31/12/2026" is no date: unknown time zone "Mars/Base"';
    expect(lost.convert(text('31/12/2026'), 'date')).toEqual(no('31/12/2026', problem));
  });

  it('does not matter to a date that has its own', () => {
    const moment = new Date('2026-12-31T10:00:00Z');
    expect(lost.convert(text('2026-12-31T10:00:00Z'), 'date')).toEqual(ok(moment));
  });
});

describe('any cell', () => {
  const pieces = fc.constantFrom(
    ...[
      '1',
      '12',
      '345',
      '.',
      ',',
      ' ',
      '\u00a0',
      '-',
      '/',
      ':',
      '(',
      ')',
      '%',
      '$',
      '₫',
      'E',
      'e400',
    ],
    ...['\uD800', 'T', 'Z', '+07:00', 'PM', '2026', 'true', 'không', '\0', '1'.repeat(5000)],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
  );
  const values = fc.oneof(
    texts,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    texts.map((type) => new CellError(type, '')),
  );
  const cells = fc.oneof(
    texts.map(text),
    fc.record({ value: values, text: texts }),
    values.map((value) => cell(value)),
  );
  const contexts = fc.record({
    locale: fc.oneof(fc.constantFrom('vi_VN', 'en_US', 'de_DE', 'fr', 'ja_JP', 'ar_EG'), texts),
    timeZone: fc.oneof(fc.constantFrom('UTC', 'Asia/Ho_Chi_Minh', 'GMT-07:00'), texts),
  });

  function isOf(value: FieldValue, type: DataType): boolean {
    if (value === null) return true;
    if (type === 'date') return value instanceof Date && !Number.isNaN(value.getTime());
    if (type === 'integer') return Number.isSafeInteger(value);
    if (type === 'number') return Number.isFinite(value);
    return typeof value === type;
  }

  it('Feature: google-sheet-crawler, Property 6: converts to a value of the wanted type, or keeps its text, and never throws', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(...DATA_TYPES), contexts, (any, type, context) => {
        const conversion = new CellConverter(context).convert(any, type);
        if (conversion.ok) {
          expect(isOf(conversion.value, type)).toBe(true);
        } else {
          expect(conversion.value).toBe(any.text === '' ? exactText(any.value) : any.text);
          expect(conversion.problem).not.toBe('');
          expect(conversion.problem.length).toBeLessThan(250);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
