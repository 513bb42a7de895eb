import { type DomainError } from '@tributary/common';
import fc from 'fast-check';
import { CellError } from './cell';
import { filledRows, type GridAnswer, readGrid } from './grid-answer';
import { GridBody } from './grid-body';

const properties = { title: 'Shop', locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' };
const tab = {
  sheetId: 0,
  title: 'Orders',
  index: 0,
  sheetType: 'GRID',
  gridProperties: { rowCount: 1000, columnCount: 26 },
};
const answerOf = (...data: unknown[]): Record<string, unknown> => ({
  properties,
  sheets: [{ properties: tab, data }],
});
/** Reads an answer whose text arrives in pieces of some lengths. */
function read(answer: unknown, lengths: readonly number[] = [1_000], indent = 0): GridAnswer {
  const text = JSON.stringify(answer, null, indent);
  const body = new GridBody();
  for (let at = 0, piece = 0; at < text.length; piece += 1) {
    const length = lengths[piece % lengths.length] ?? 1;
    body.push(text.slice(at, at + length));
    at += length;
  }
  return readGrid(JSON.parse(body.end()), body.blocks);
}

const cellsOf = (values: unknown[]): unknown => {
  const { blocks } = read(answerOf({ rowData: [{ values }] }));
  return blocks[0]?.rows[0];
};

describe('an answer with rows', () => {
  it('gives every cell exactly and as it is shown', () => {
    const na = { type: 'N_A', message: "Did not find value 'x'." };
    expect(
      cellsOf([
        { effectiveValue: { numberValue: 1234.5 }, formattedValue: '1.234,50 ₫' },
        { effectiveValue: { numberValue: 0 }, formattedValue: '0' },
        { effectiveValue: { stringValue: 'Hà Nội' }, formattedValue: 'Hà Nội' },
        { effectiveValue: { boolValue: false }, formattedValue: 'FALSE' },
        {},
        { effectiveValue: { errorValue: na }, formattedValue: '#N/A' },
        { effectiveValue: { errorValue: { type: 'LOADING' } }, formattedValue: 'Loading...' },
      ]),
    ).toEqual([
      { value: 1234.5, text: '1.234,50 ₫' },
      { value: 0, text: '0' },
      { value: 'Hà Nội', text: 'Hà Nội' },
      { value: false, text: 'FALSE' },
      { value: null, text: '' },
      { value: new CellError('N_A', "Did not find value 'x'."), text: '#N/A' },
      { value: new CellError('LOADING', ''), text: 'Loading...' },
    ]);
  });

  it('leaves out empty cells at the end of a row, formulas that show nothing among them', () => {
    const nothing = { effectiveValue: { stringValue: '' } };
    expect(cellsOf([{ formattedValue: 'x' }, nothing, {}])).toEqual([{ value: 'x', text: 'x' }]);
  });

  it('numbers its rows as the sheet does, without the blank ones', () => {
    const row = (text: string): unknown => ({ values: [{ formattedValue: text }] });
    const block = { startRow: 9, rowData: [row('a'), {}, { values: [{}] }, row('b')] };
    const [found] = read(answerOf(block)).blocks;
    expect(filledRows(found!, 1).map(({ number }) => number)).toEqual([10, 13]);
    expect(filledRows(found!, 11).map(({ number }) => number)).toEqual([13]);
  });

  it('may have no rows at all', () => {
    expect(read(answerOf({})).blocks).toEqual([{ firstRow: 1, firstColumn: 0, rows: [] }]);
  });

  it.each([
    ['nothing', {}],
    ['no properties', { sheets: [{ properties: tab, data: [{}] }] }],
    ['no sheet', { properties, sheets: [] }],
    ['no data', { properties, sheets: [{ properties: tab }] }],
    ['two sheets', { properties, sheets: [{}, {}] }],
    ['a tab without a grid', { properties, sheets: [{ properties: { title: 'x' }, data: [{}] }] }],
    ['rows that are no array', answerOf({ rowData: 'none' })],
    ['a row that is no object', answerOf({ rowData: [[]] })],
    ['cells that are no array', answerOf({ rowData: [{ values: {} }] })],
    ['a cell that is a text', answerOf({ rowData: [{ values: ['x'] }] })],
    [
      'a number as text',
      answerOf({ rowData: [{ values: [{ effectiveValue: { numberValue: '1' } }] }] }),
    ],
    ['a shown number', answerOf({ rowData: [{ values: [{ formattedValue: 1 }] }] })],
  ])('that has %s is an error, never "no rows"', (_, answer) => {
    expect(() => read(answer)).toThrow(/^Google's answer has /);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, row) => {
        for (const answer of [data, answerOf(data), answerOf({ rowData: [row] })]) {
          try {
            read(answer);
          } catch (error) {
            const codes = ['INVALID_RESPONSE', 'ANSWER_CUT_OFF'];
            expect(codes).toContain((error as DomainError).code);
          }
        }
      }),
    );
  });

  it('is the same however its text arrives', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"rowData":[',
        '\\',
        '\\"',
        '}]',
        '[{',
        '"',
        '\\\\"rowData":[{"values":[',
        '\n',
      ),
    );
    const rows = fc.array(fc.array(texts, { maxLength: 4 }), { maxLength: 6 });
    const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(rows, { minLength: 1, maxLength: 3 }),
        lengths,
        fc.nat(2),
        (...drawn) => {
          const [blocks, pieces, indent] = drawn;
          const data = blocks.map((block) => ({
            rowData: block.map((row) => ({
              values: row.map((text) => ({ formattedValue: text })),
            })),
          }));
          const expected = blocks.map((block) => block.map((row) => trimmed(row)));
          const found = read(answerOf(...data), pieces, indent).blocks;
          expect(
            found.map((block) => block.rows.map((row) => row.map(({ text }) => text))),
          ).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps the rows of each block apart, where one has none', () => {
    const row = { values: [{ formattedValue: 'x' }] };
    const { blocks } = read(answerOf({}, { startRow: 4, rowData: [row] }, { rowData: [] }, {}));
    expect(blocks.map(({ firstRow, rows }) => [firstRow, rows.length])).toEqual([
      [1, 0],
      [5, 1],
      [1, 0],
      [1, 0],
    ]);
  });

  it('that is cut anywhere is no JSON, or has a row that is none', () => {
    const row = { values: [{ formattedValue: 'x' }, { effectiveValue: { numberValue: 1 } }] };
    const text = JSON.stringify(answerOf({ rowData: [row, row] }, { rowData: [row] }));
    for (let length = 0; length < text.length; length += 1) {
      const body = new GridBody();
      body.push(text.slice(0, length));
      expect(() => JSON.parse(body.end()) as unknown).toThrow(SyntaxError);
    }
  });
});

function trimmed(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((text) => text !== '') + 1);
}
