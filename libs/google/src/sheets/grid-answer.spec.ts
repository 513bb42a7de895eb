import fc from 'fast-check';
import { CellError } from './cell';
import { filledRows, readGrid } from './grid-answer';

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
const cellsOf = (values: unknown[]): unknown => {
  const { blocks } = readGrid(answerOf({ rowData: [{ values }] }));
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
    const [read] = readGrid(answerOf(block)).blocks;
    expect(filledRows(read!, 1).map(({ number }) => number)).toEqual([10, 13]);
    expect(filledRows(read!, 11).map(({ number }) => number)).toEqual([13]);
  });

  it('may have no rows at all', () => {
    expect(readGrid(answerOf({})).blocks).toEqual([{ firstRow: 1, firstColumn: 0, rows: [] }]);
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
    expect(() => readGrid(answer)).toThrow(/^Google's answer has /);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, row) => {
        for (const answer of [data, answerOf(data), answerOf({ rowData: [row] })]) {
          try {
            readGrid(answer);
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_RESPONSE' });
          }
        }
      }),
    );
  });
});
