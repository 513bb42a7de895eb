import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { looksLikeFormula } from '../formula-text';
import { type TableCell, type TableRow } from '../table';
import { smallTable } from '../testing/small-table';
import { WallClock } from '../wall-clock';
import { csvStream } from './csv-stream';

const TIME_ZONE = 'Asia/Ho_Chi_Minh';
const clock = new WallClock(TIME_ZONE);

async function written(columns: readonly string[], rows: readonly TableRow[]): Promise<string> {
  // As a Buffer first: the decoder of a stream would swallow the byte order mark.
  const chunks = await csvStream(
    smallTable(columns, rows, { timeZone: TIME_ZONE }),
    clock,
  ).toArray();
  return Buffer.concat(chunks as Buffer[]).toString('utf8');
}

/** The records of a text that follows RFC 4180 to the letter. */
function parsed(csv: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < csv.length) {
    const at = field.lastIndex;
    const match = field.exec(csv);
    if (!match) throw new Error(`not CSV at ${at}: ${JSON.stringify(csv.slice(at, at + 20))}`);
    record.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** What a field says, once it is read. */
function shown(cell: TableCell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (cell instanceof Date) return clock.text(cell);
  if (typeof cell === 'number' && Number.isFinite(cell)) return String(cell);
  const said = String(cell);
  return looksLikeFormula(said) ? `'${said}` : said;
}

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', ',', '＝', 'ữ'),
  }),
);
const cells = fc.oneof(
  texts,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true }),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(texts, { minLength: width, maxLength: width }),
      fc.array(fc.array(cells, { minLength: width, maxLength: width }), { maxLength: 12 }),
    ),
  );

describe('CSV', () => {
  it('has a byte order mark, CRLF and as few quotes as it can', async () => {
    const rows = [
      ['Trần Thị Bưởi', 1234.5, true, new Date('2024-10-31T17:00:00Z')],
      ['says "hi", \r\n bye', -5, false, new Date('2024-11-01T03:30:00Z')],
      [null, 1e21, null, new Date(NaN)],
    ];
    await expect(written(['tên', 'số', '=1', 'ngày'], rows)).resolves.toBe(
      [
        "\uFEFFtên,số,'=1,ngày",
        'Trần Thị Bưởi,1234.5,TRUE,2024-11-01',
        '"says ""hi"", \r\n bye",-5,FALSE,2024-11-01 10:30:00',
        ',1e+21,,',
        '',
      ].join('\r\n'),
    );
  });

  it('reads back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ([columns, rows]) => {
        const csv = await written(columns, rows);
        expect(csv[0]).toBe('\uFEFF');
        expect(parsed(csv.slice(1))).toEqual([
          columns.map(shown),
          ...rows.map((row) => row.map(shown)),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('has no text that begins like a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1 }), async (row) => {
        const records = parsed((await written(row, [row])).slice(1));
        expect(records.flat().filter((field) => /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(field))).toEqual(
          [],
        );
      }),
      { numRuns: 300 },
    );
  });

  it('writes what is no number, and no year of four digits, as text that is safe', async () => {
    const csv = await written(['a', 'b', 'c'], [[-Infinity, NaN, new Date(8.64e15)]]);
    expect(csv).toContain("\r\n'-Infinity,NaN,'+275760-09-13T00:00:00.000Z\r\n");
  });

  it('has a field for every column, and a line that is not empty for every row', async () => {
    await expect(written(['a', 'b'], [[], ['x']])).resolves.toBe('\uFEFFa,b\r\n,\r\nx,\r\n');
    await expect(written(['a'], [[null], ['']])).resolves.toBe('\uFEFFa\r\n""\r\n""\r\n');
  });

  it('is the same whatever the size of a piece', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [`${index} ${'ữ🌵'.repeat(500)}`]);
    const table = smallTable(['a'], rows, { batchRows: 100 });
    const lines = (await text(csvStream(table, clock))).split('\r\n');
    expect(lines.slice(1, -1)).toEqual(rows.flat());
  });
});
