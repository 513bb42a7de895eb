import * as fc from 'fast-check';
import { columnIndex, columnLetters, MAX_COLUMNS } from './columns';
import { nameOpenRange, type OpenRange } from './open-range';
import { parseA1 } from './parse-a1';
import { parseR1C1 } from './parse-r1c1';
import { parseRangeText } from './range-text';
import { quoteTitle, unquoteTitle } from './titles';

describe('columns', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [MAX_COLUMNS - 1, 'ZZZ'],
  ])('%p is %s', (index, letters) => {
    expect(columnLetters(index)).toBe(letters);
    expect(columnIndex(letters.toLowerCase())).toBe(index);
  });
});

const span = (most: number) =>
  fc
    .tuple(fc.nat(most), fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }))
    .map(([start, length]) => (length === undefined ? { start } : { start, end: start + length }));
const openRange: fc.Arbitrary<OpenRange> = fc
  .record({ rows: span(2_000_000), columns: span(MAX_COLUMNS - 60) }, { requiredKeys: [] })
  .filter(
    ({ rows, columns }) =>
      (rows !== undefined || columns !== undefined) &&
      // One that is open has to lean on the other: `A:2` or `A5:` mean nothing.
      (rows?.end !== undefined || columns?.end !== undefined),
  )
  .filter(
    ({ rows, columns }) =>
      !(rows && !columns && rows.end === undefined) &&
      !(columns && !rows && columns.end === undefined),
  );

/** A range as it is written: a cell, or two corners. */
function textOf({ rows, columns }: OpenRange): string {
  const first = (columns ? columnLetters(columns.start) : '') + (rows ? rows.start + 1 : '');
  const last =
    (columns?.end === undefined ? '' : columnLetters(columns.end - 1)) + (rows?.end ?? '');
  return first === last && rows && columns ? first : `${first}:${last}`;
}

describe('parseA1', () => {
  it('reads what is written', () => {
    fc.assert(
      fc.property(openRange, (range) => {
        expect(parseA1(textOf(range))).toEqual(range);
      }),
    );
  });

  it.each([
    ['A1', { rows: { start: 0, end: 1 }, columns: { start: 0, end: 1 } }],
    ['d4:A1', { rows: { start: 0, end: 4 }, columns: { start: 0, end: 4 } }],
    ['A5:A', { rows: { start: 4 }, columns: { start: 0, end: 1 } }],
    ['A2:2', { rows: { start: 1, end: 2 }, columns: { start: 0 } }],
    ['B:A', { columns: { start: 0, end: 2 } }],
    ['2:1', { rows: { start: 0, end: 2 } }],
    ['$A$1:$B$2', { rows: { start: 0, end: 2 }, columns: { start: 0, end: 2 } }],
  ])('%s', (text, expected) => {
    expect(parseA1(text)).toEqual(expected);
  });

  it.each([
    'B',
    '2',
    'A0',
    'A 1',
    ' A1',
    'A1 ',
    'A1:',
    ':A1',
    'A:2',
    'AAAA1',
    'A1:B2:C3',
    '',
    'A1:R1C1',
  ])('%p is no range', (text) => {
    expect(parseA1(text)).toBeUndefined();
  });
});

describe('nameOpenRange', () => {
  it.each([
    ['ZZ:ZZ', 'ZZ'],
    ['1001:1002', '1001:1002'],
    ['A1001:C', 'A1001:C'],
    ['AA1', 'AA1'],
  ])('names %s as errors do', (text, name) => {
    expect(nameOpenRange(parseA1(text) ?? {})).toBe(name);
  });
});

describe('parseR1C1', () => {
  it.each([
    ['R1C1', 'A1'],
    ['R1C1:R10C3', 'A1:C10'],
    ['r10c3:r1c1', 'A1:C10'],
    ['R[1]C[1]', 'B2'],
    ['R2C[2]', 'C2'],
  ])('%s is %s', (text, a1) => {
    expect(parseR1C1(text)).toEqual(parseA1(a1));
  });

  it.each(['R0C1', 'R[-1]C1', 'R1', 'C1', 'R1C1:B2', 'R1C18279'])('%p is no range', (text) => {
    expect(parseR1C1(text)).toBeUndefined();
  });
});

describe('titles', () => {
  it.each([
    ['Sheet1', 'Sheet1'],
    ['_x9', '_x9'],
    ['2024', "'2024'"],
    ['D3', "'D3'"],
    ['Tab1', "'Tab1'"],
    ['R1C1', "'R1C1'"],
    ["Bob's Sheet", "'Bob''s Sheet'"],
    ['🌵 x', "'🌵 x'"],
    ['Chi nhánh 1', "'Chi nhánh 1'"],
  ])('%s is shown as %s', (title, shown) => {
    expect(quoteTitle(title)).toBe(shown);
  });

  it('round-trips any title, in quotes and with cells', () => {
    const title = fc.string({
      unit: fc.constantFrom('a', 'B', '1', "'", '!', ' ', '🌵', ':', 'ệ'),
      minLength: 1,
    });
    fc.assert(
      fc.property(title, (text) => {
        const quoted = quoteTitle(text);
        expect(unquoteTitle(quoted)).toBe(text);
        expect(parseRangeText(`${quoted}!B2:C`)).toEqual({
          kind: 'in-tab',
          title: text,
          cells: { kind: 'cells', cells: parseA1('B2:C') },
        });
        const quotedAlways = `'${text.replaceAll("'", "''")}'`;
        expect(parseRangeText(quotedAlways)).toEqual({ kind: 'tab', title: text });
      }),
    );
  });
});
