import { type Cell, CellError, columnLetters } from '@tributary/google';
import fc from 'fast-check';
import { type ColumnMapping } from './column-mapping';
import { HeaderRow } from './header-row';
import { type ResolvedColumn, RowMapper } from './row-mapper';

const context = { locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' };
const EMPTY: Cell = { value: null, text: '' };
const text = (value: string): Cell => ({ value, text: value });

const column = (
  index: number,
  system_field: string,
  rest: Partial<ColumnMapping> = {},
): ResolvedColumn => ({
  index,
  system_field,
  sheet_column: columnLetters(index),
  data_type: 'string',
  required: false,
  ...rest,
});

describe('a mapped row', () => {
  const mapper = new RowMapper({
    headers: ['Mã đơn', 'Ngày', 'Tổng'],
    columns: [
      column(0, 'order_id', { required: true }),
      column(1, 'order_date', { data_type: 'date', required: true }),
      column(2, 'total', { data_type: 'number' }),
      column(9, 'note', { required: true }),
    ],
    context,
  });

  it('has typed data, and the shown texts', () => {
    const cells = [text('DH1'), { value: 46342, text: '16/11/2026' }, { value: 5, text: '5 ₫' }];
    expect(mapper.map({ number: 2, cells })).toEqual({
      data: {
        order_id: 'DH1',
        order_date: new Date('2026-11-15T17:00:00Z'),
        total: 5,
        note: null,
      },
      raw: { 'Mã đơn': 'DH1', Ngày: '16/11/2026', Tổng: '5 ₫' },
      problems: [],
      missing: ['note'],
    });
  });

  it('keeps what does not convert, and says so', () => {
    const error = { value: new CellError('REF', ''), text: '#REF!' };
    const mapped = mapper.map({ number: 2, cells: [error, text('soon'), text('abc')] });
    expect(mapped.data).toEqual({
      order_id: '#REF!',
      order_date: 'soon',
      total: 'abc',
      note: null,
    });
    expect(mapped.missing).toEqual(['note']);
    expect(mapped.problems).toEqual([
      {
        system_field: 'order_id',
        column: 'A',
        value: '#REF!',
        problem: '"#REF!" is an error of a formula',
      },
      { system_field: 'order_date', column: 'B', value: 'soon', problem: '"soon" is not a date' },
      { system_field: 'total', column: 'C', value: 'abc', problem: '"abc" is not a number' },
    ]);
  });

  it('lists every required field that is blank', () => {
    const cells = [text('  '), EMPTY, text('1')];
    expect(mapper.map({ number: 2, cells })).toMatchObject({
      raw: { Tổng: '1' },
      missing: ['order_id', 'order_date', 'note'],
    });
  });

  it('may be wider than the headers', () => {
    const cells = [...Array.from({ length: 27 }, () => EMPTY), text('far')];
    expect(mapper.map({ number: 2, cells }).raw).toEqual({ AB: 'far' });
    expect(mapper.map({ number: 3, cells: [text('x'), ...cells.slice(1)] }).raw).toEqual({
      'Mã đơn': 'x',
      AB: 'far',
    });
  });

  it('does not leak values into the next one', () => {
    mapper.map({ number: 2, cells: [text('DH1'), EMPTY, text('5')] });
    expect(mapper.map({ number: 3, cells: [text('DH2')] }).data).toEqual({
      order_id: 'DH2',
      order_date: null,
      total: null,
      note: null,
    });
  });

  it('keeps its prototype, whatever fields and headers are called', () => {
    const names = ['__proto__', 'constructor', 'prototype'];
    const hostile = new RowMapper({
      headers: names,
      columns: names.map((name, index) => column(index, name, { data_type: 'date' })),
      context,
    });
    const { data, raw } = hostile.map({ number: 2, cells: names.map(() => text('31/12/2026')) });
    for (const object of [data, raw]) {
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
      expect(object.constructor).toBe(Object);
      expect(Object.keys(object)).toHaveLength(3);
    }
  });
});

describe('a column of a mapping', () => {
  const filled = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '');
  const loose = (header: string): string => header.trim().toLowerCase().normalize('NFC');
  // A header that looks like letters names its own column, not the one with these letters.
  const headers = fc.uniqueArray(
    fc.oneof(
      filled.filter((header) => !/^\s*[a-z]{1,3}\s*$/i.test(header)),
      fc.constantFrom('Mã đơn hàng', 'Ngày đặt', 'Thành tiền', 'Order ID', '__proto__'),
      fc.constant(''),
    ),
    { minLength: 1, maxLength: 30, selector: (header) => loose(header) || Symbol('blank') },
  );
  const spellings = [
    (header: string) => header,
    (header: string) => `  ${header.toLowerCase()} `,
    (header: string) => header.normalize('NFD'),
  ];

  it('Feature: google-sheet-crawler, Property 5: is found by its letter or its header, and its value extracted', () => {
    fc.assert(
      fc.property(
        headers,
        fc.nat(),
        fc.boolean(),
        fc.constantFrom(...spellings),
        fc.array(filled, { minLength: 30, maxLength: 30 }),
        (texts, pick, byLetter, spell, values) => {
          const index = pick % texts.length;
          const header = texts[index]!;
          const letters =
            pick % 2 === 0 ? columnLetters(index) : columnLetters(index).toLowerCase();
          const sheet_column = byLetter || header === '' ? letters : spell(header);
          const match = new HeaderRow(texts).find(sheet_column);
          expect(match).toEqual({ kind: 'found', index });

          const cells = texts.map((_, at) => text(values[at]!));
          const mapper = new RowMapper({
            headers: texts,
            columns: [column(index, 'field', { sheet_column })],
            context,
          });
          const mapped = mapper.map({ number: 2, cells });
          expect(mapped.data).toEqual({ field: cells[index]!.text });
          expect(Object.values(mapped.raw).toSorted()).toEqual(
            cells.map((cell) => cell.text).toSorted(),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
