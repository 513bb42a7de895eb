import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import readWorkbook from 'read-excel-file/node';
import { looksLikeFormula } from '../formula-text';
import { type Table, type TableCell, type TableRow } from '../table';
import { readNotation } from '../testing/read-notation';
import { shownClock } from '../testing/shown-clock';
import { smallTable } from '../testing/small-table';
import { unzip } from '../testing/unzip';
import { WallClock } from '../wall-clock';
import { xlsxStream } from './xlsx-stream';

const TIME_ZONE = 'America/New_York';

function written(table: Table, mostRows?: number): Promise<Buffer> {
  return buffer(xlsxStream(table, new WallClock(table.timeZone), mostRows));
}

async function sheetOf(columns: readonly string[], rows: readonly TableRow[]): Promise<string> {
  const zip = await written(smallTable(columns, rows, { timeZone: TIME_ZONE }));
  return unzip(zip).get('xl/worksheets/sheet1.xml')!;
}

/** The sheets as an independent reader sees them. */
async function readBack(zip: Buffer): Promise<{ name: string; rows: TableCell[][] }[]> {
  const sheets = await readWorkbook(zip, { trim: false });
  return sheets.map(({ sheet, data }) => ({
    name: readNotation(sheet),
    rows: data.map((row) => row.map((cell) => readCell(cell as TableCell))),
  }));
}

function readCell(cell: TableCell): TableCell {
  if (typeof cell === 'string') return readNotation(cell);
  // The reader cuts off the fraction of a millisecond that a double is wrong by.
  return cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell;
}

/** What a reader finds: the clock on the wall for a moment, nothing for an empty text. */
function found(cell: TableCell): TableCell {
  if (cell instanceof Date) return shownClock(cell, TIME_ZONE);
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell + 0 : String(cell);
  return cell === '' ? null : cell;
}

/** Readers leave out what is empty at the end and at the right. */
function filled(rows: readonly TableRow[]): TableCell[][] {
  const short = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1));
  return short.slice(0, short.findLastIndex((row) => row.length > 0) + 1);
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('=', '-', '\t', '\r', '\n', ' ', '<', '&', '_x0041_', 'ữ') }),
);
const cells = fc.oneof(
  texts,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc
    .integer({ min: Date.UTC(1901, 0) / 1000, max: Date.UTC(9999, 0) / 1000 })
    .map((seconds) => new Date(seconds * 1000)),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(texts, { minLength: width, maxLength: width }),
      fc.array(fc.array(cells, { minLength: width, maxLength: width }), { maxLength: 12 }),
    ),
  );

describe('a workbook', () => {
  it('reads back as it was written, and has no formula', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ([columns, rows]) => {
        const zip = await written(smallTable(columns, rows, { timeZone: TIME_ZONE }));
        const expected = filled([columns, ...rows].map((row: TableRow) => row.map(found)));
        const [sheet] = await readBack(zip);
        expect(filled(sheet!.rows)).toEqual(expected);
        for (const xml of unzip(zip).values()) expect(xml).not.toMatch(/<f[\s/>]/);
      }),
      { numRuns: 200 },
    );
  });

  it('has the parts that Excel asks for, the types first', async () => {
    const files = unzip(await written(smallTable(['a'], [])));
    expect([...files.keys()]).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
    ]);
  });

  it('keeps what looks like a formula as text, quoted for whoever edits it', async () => {
    const xml = await sheetOf(['=header'], [['=1+1'], ['plain'], [-Infinity]]);
    expect(xml).toContain('<c r="A1" s="3" t="inlineStr"><is><t>=header</t></is></c>');
    expect(xml).toContain('<c r="A2" s="1" t="inlineStr"><is><t>=1+1</t></is></c>');
    expect(xml).toContain('<c r="A3" t="inlineStr"><is><t>plain</t></is></c>');
    expect(xml).toContain('<c r="A4" s="1" t="inlineStr"><is><t>-Infinity</t></is></c>');
  });

  it('quotes every text that looks like a formula, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        fc.pre(text !== '');
        const xml = await sheetOf(['a'], [[text]]);
        expect(xml.includes('<c r="A2" s="1"')).toBe(looksLikeFormula(text));
      }),
    );
  });

  it('has dates that are dates', async () => {
    const xml = await sheetOf(
      ['a'],
      [
        [new Date('2024-01-15T05:00:00Z')],
        [new Date('2024-01-15T17:00:00Z')],
        [new Date('2024-07-15T16:00:00Z')],
        [new Date('1900-03-01T05:00:00Z')],
        [new Date('1900-03-01T04:59:59Z')],
        [new Date(8.64e15)],
        [new Date(NaN)],
      ],
    );
    expect(xml).toContain('<c r="A2" s="4"><v>45306</v></c>');
    expect(xml).toContain('<c r="A3" s="5"><v>45306.5</v></c>');
    expect(xml).toContain('<c r="A4" s="5"><v>45488.5</v></c>');
    expect(xml).toContain('<c r="A5" s="4"><v>61</v></c>');
    expect(xml).toContain('<t>1900-02-28 23:59:59</t>');
    expect(xml).toContain('<c r="A7" s="1" t="inlineStr"><is><t>+275760-09-13T00:00:00.000Z</t>');
    expect(xml).toContain('<row r="8"></row>');
  });

  it('has a header that is bold and stays in sight', async () => {
    const xml = await sheetOf(['name'], [['x']]);
    expect(xml).toContain('<c r="A1" s="2" t="inlineStr"><is><t>name</t></is></c>');
    expect(xml).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
  });

  it('cuts a text that is longer than a cell, and no character in half', async () => {
    const xml = await sheetOf(['a'], [['x'.repeat(40_000)], [`${'x'.repeat(32_766)}🌵`]]);
    const lengths = [...xml.matchAll(/<t>(x+)<\/t>/g)].map(([, text]) => text?.length);
    expect(lengths).toEqual([32_767, 32_766]);
  });

  it('keeps the white space at the edges of a text', async () => {
    const xml = await sheetOf(['a'], [[' x'], ['x\n'], ['x x']]);
    expect(xml).toContain('<t xml:space="preserve"> x</t>');
    expect(xml).toContain('<t xml:space="preserve">x\n</t>');
    expect(xml).toContain('<t>x x</t>');
  });

  it('goes on on the next sheet when one is full', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => [index]);
    const table = smallTable(['n'], rows, { name: 'Numbers', batchRows: 3 });
    await expect(readBack(await written(table, 5))).resolves.toEqual([
      { name: 'Numbers', rows: [['n'], [0], [1], [2], [3]] },
      { name: 'Numbers (2)', rows: [['n'], [4], [5], [6], [7]] },
      { name: 'Numbers (3)', rows: [['n'], [8], [9]] },
    ]);
  });

  it('has no empty sheet after one that is just full', async () => {
    const table = smallTable(['n'], [[1], [2], [3], [4]]);
    await expect(readBack(await written(table, 5))).resolves.toHaveLength(1);
  });

  it('has as many columns as Excel at most', async () => {
    const widest = Array.from({ length: 16_384 }, (_, index) => `c${index}`);
    await expect(sheetOf(widest, [])).resolves.toContain('<c r="XFD1"');
    expect(() => written(smallTable([...widest, 'more'], []))).toThrow(RangeError);
  });
});
