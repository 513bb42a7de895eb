import { type ServiceAccountKey } from '@tributary/config';
import { CellError, type SheetReading, type SheetRow, serialToInstant } from '@tributary/google';
import { type CellInput, GoogleEmulator } from '@tributary/google-emulator';
import fc from 'fast-check';
import { BOT, connectGoogle, type GoogleClients, keyOf } from '../../factories/google';

describe('the client of Sheets', () => {
  let emulator: GoogleEmulator;
  let key: ServiceAccountKey;
  let clients: GoogleClients;

  beforeAll(async () => {
    emulator = await GoogleEmulator.start();
    emulator.quotas.switchOff();
    key = keyOf(emulator.accounts.create(BOT));
  });
  afterAll(() => emulator.stop());
  beforeEach(async () => {
    clients = await connectGoogle(emulator, [key]);
    emulator.log.clear();
  });

  const sheetOf = (
    rows: CellInput[][],
    tab: { title?: string; rowCount?: number; columnCount?: number } = {},
  ): string =>
    emulator.sheets.create(
      {
        title: 'Shop',
        locale: 'vi_VN',
        timeZone: 'Asia/Ho_Chi_Minh',
        tabs: [{ title: 'Orders', ...tab, rows }],
      },
      { readers: [BOT] },
    ).id;

  async function rowsOf(reading: SheetReading): Promise<SheetRow[]> {
    const rows: SheetRow[] = [];
    for await (const chunk of reading) rows.push(...chunk);
    return rows;
  }

  const reads = (): number => emulator.log.entries({ api: 'sheets' }).length;

  it('tells what a spreadsheet and its tabs are', async () => {
    const { id } = emulator.sheets.create(
      {
        title: 'Chi nhánh',
        locale: 'de_DE',
        timeZone: 'Europe/Berlin',
        tabs: [
          { title: 'Đơn hàng 🧺', rowCount: 500, columnCount: 12, frozenRowCount: 1 },
          { title: '2024', hidden: true },
          { title: 'Chart', sheetType: 'OBJECT' },
        ],
      },
      { readers: [BOT] },
    );
    const { tabs, ...spreadsheet } = await clients.sheets.getMetadata(id);
    expect(spreadsheet).toEqual({
      id,
      title: 'Chi nhánh',
      locale: 'de_DE',
      timeZone: 'Europe/Berlin',
    });
    expect(tabs).toMatchObject([
      {
        title: 'Đơn hàng 🧺',
        index: 0,
        hidden: false,
        grid: { rows: 500, columns: 12 },
        frozenRows: 1,
      },
      { title: '2024', index: 1, hidden: true, grid: { rows: 1000, columns: 26 } },
    ]);
  });

  it('reads every cell exactly and as a person sees it, in one request with the headers', async () => {
    const money = { type: 'CURRENCY', pattern: '#,##0 "₫"' } as const;
    const id = sheetOf([
      ['id', 'date', 'amount', 'paid', 'note'],
      [
        '0123',
        { value: 46342.5, format: { type: 'DATE_TIME', pattern: 'dd/mm/yyyy hh:mm' } },
        { value: 1234567.5, format: money },
        true,
        { value: { error: 'N_A', message: 'Did not find it.' }, formula: '=VLOOKUP(1,A:B,2)' },
      ],
      ['', '', { value: 0.125, format: { type: 'PERCENT', pattern: '0.0%' } }, false],
      [],
      [{ value: { error: 'LOADING' } }, '  spaces  ', 1e21, { value: 4, formula: '=2+2' }],
    ]);
    const reading = await clients.sheets.readRows(id, 'Orders', 2, undefined, { headerRow: 1 });
    expect(reading.header.map(({ text }) => text)).toEqual([
      'id',
      'date',
      'amount',
      'paid',
      'note',
    ]);
    expect(reading.properties).toEqual({
      title: 'Shop',
      locale: 'vi_VN',
      timeZone: 'Asia/Ho_Chi_Minh',
    });
    const rows = await rowsOf(reading);
    expect(rows.map(({ number }) => number)).toEqual([2, 3, 5]);
    expect(rows[0]?.cells).toEqual([
      { value: '0123', text: '0123' },
      { value: 46342.5, text: '16/11/2026 12:00' },
      { value: 1234567.5, text: '1.234.568 ₫' },
      { value: true, text: 'TRUE' },
      { value: new CellError('N_A', 'Did not find it.'), text: '#N/A' },
    ]);
    expect(serialToInstant(46342.5, reading.properties.timeZone)?.toISOString()).toBe(
      '2026-11-16T05:00:00.000Z',
    );
    expect(rows[1]?.cells).toEqual([
      { value: null, text: '' },
      { value: null, text: '' },
      { value: 0.125, text: '12,5%' },
      { value: false, text: 'FALSE' },
    ]);
    expect(rows[2]?.cells[0]).toEqual({ value: new CellError('LOADING', ''), text: 'Loading...' });
    expect(rows[2]?.cells.slice(1).map(({ value }) => value)).toEqual(['  spaces  ', 1e21, 4]);
    expect(reads()).toBe(1);
  });

  it.each(["Bob's", '2024', 'D3', 'R1C1', '🌵 a/b!c', "''", 'A:B', 'Tên có dấu', ' x '])(
    'reads a tab called %s',
    async (title) => {
      const id = sheetOf([['head'], ['value']], { title });
      const reading = await clients.sheets.readRows(id, title, 2, undefined, { headerRow: 1 });
      expect((await rowsOf(reading))[0]?.cells[0]?.text).toBe('value');
    },
  );

  it('reads back whatever was written, at its place', async () => {
    const cells = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('=1', "'x", '<b>&"', '\u2028', '\ufeff', '#N/A', '1.234,5'),
      // JSON knows no -0.
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
        .map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
    );
    const tables = fc.array(fc.array(cells, { maxLength: 6 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 14 }), async (rows, fromRow) => {
        const id = sheetOf(rows, { rowCount: 20, columnCount: 6 });
        const read = await rowsOf(await clients.sheets.readRows(id, 'Orders', fromRow));
        const expected = rows
          .map((row, index) => ({
            number: index + 1,
            values: trimmed(row.map((value) => (value === '' ? null : value))),
          }))
          .filter(({ number, values }) => number >= fromRow && values.length > 0);
        const got = read.map(({ number, cells: found }) => ({
          number,
          values: found.map(({ value }) => value),
        }));
        expect(got).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('finds merged cells filled at their first one only', async () => {
    const merges = [{ startRow: 1, endRow: 3, startColumn: 0, endColumn: 2 }];
    const rows = [['a', 'b'], ['merged'], [], ['x', 'y']];
    const { id } = emulator.sheets.create(
      { title: 'Shop', tabs: [{ title: 'Orders', rows, merges }] },
      { readers: [BOT] },
    );
    const read = await rowsOf(await clients.sheets.readRows(id, 'Orders', 2));
    expect(read.map(({ number, cells }) => [number, ...cells.map(({ text }) => text)])).toEqual([
      [2, 'merged'],
      [4, 'x', 'y'],
    ]);
  });

  it('reads some of the columns', async () => {
    const id = sheetOf([['a', 'b', 'c', 'd']]);
    const [row] = await rowsOf(
      await clients.sheets.readRows(id, 'Orders', 1, { first: 'B', last: 'C' }),
    );
    expect(row?.cells.map(({ text }) => text)).toEqual(['b', 'c']);
    const none = await clients.sheets.readRows(id, 'Orders', 1, { first: 'AB', last: 'AC' });
    expect(await rowsOf(none)).toEqual([]);
  });

  it('needs one request for up to 2,000 new rows and the headers, whatever the grid', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => [index + 1, `order ${index + 1}`]);
    for (const rowCount of [5_000, 60_000]) {
      const id = sheetOf(rows, { rowCount });
      emulator.log.clear();
      const options = { headerRow: 1, tail: true };
      const reading = await clients.sheets.readRows(id, 'Orders', 3_001, undefined, options);
      const read = await rowsOf(reading);
      expect(read).toHaveLength(2_000);
      expect(read.at(-1)).toMatchObject({ number: 5_000, cells: [{ value: 5_000 }, {}] });
      expect(reading.header[0]?.value).toBe(1);
      const nothingNew = await clients.sheets.readRows(id, 'Orders', 5_001, undefined, options);
      expect(await rowsOf(nothingNew)).toEqual([]);
      expect(reads()).toBe(2);
    }
  });

  it('finds rows below a long gap', async () => {
    const rows: CellInput[][] = [['head'], ['first'], ...Array.from({ length: 20_000 }, () => [])];
    const id = sheetOf([...rows, ['last']], { rowCount: 50_000 });
    const read = await rowsOf(await clients.sheets.readRows(id, 'Orders', 2));
    expect(read.map(({ number }) => number)).toEqual([2, 20_003]);
    expect(reads()).toBe(2);
  });

  it('takes it that rows were deleted', async () => {
    const id = sheetOf([['head'], ['only']], { rowCount: 10 });
    const options = { headerRow: 1, tail: true };
    const reading = await clients.sheets.readRows(id, 'Orders', 500, undefined, options);
    expect(await rowsOf(reading)).toEqual([]);
    expect(reading.header[0]?.text).toBe('head');
    expect(reading.tab.grid.rows).toBe(10);
  });

  it('holds only a part of a large sheet', async () => {
    const { id } = emulator.sheets.create(
      {
        title: 'Large',
        tabs: [
          {
            title: 'Rows',
            rowCount: 50_000,
            columnCount: 4,
            rows: { count: 50_000, row: (index) => [index + 1, `row ${index + 1}`, true, 0.5] },
          },
        ],
      },
      { readers: [BOT] },
    );
    const reading = await clients.sheets.readRows(id, 'Rows', 1);
    let next = 1;
    for await (const chunk of reading) {
      expect(chunk.length).toBeLessThanOrEqual(2_000);
      for (const { number, cells } of chunk) {
        if (number !== next || cells[0]?.value !== number) throw new Error(`Row ${next} is amiss`);
        next += 1;
      }
    }
    expect(next).toBe(50_001);
    expect(reading.requests).toBe(reads());
    expect(reads()).toBe(6);
  });

  it('calls as the account that it is told', async () => {
    const second = keyOf(emulator.accounts.create('second@shop.example'));
    const { sheets } = await connectGoogle(emulator, [key, second]);
    const { id } = emulator.sheets.create(
      { title: 'Shop', tabs: [{ title: 'Orders' }] },
      { readers: ['second@shop.example'] },
    );
    await expect(sheets.getMetadata(id, { account: BOT })).rejects.toMatchObject({
      code: 'SHEET_NOT_SHARED',
    });
    await sheets.getMetadata(id, { account: 'second@shop.example' });
    emulator.accounts.remove('second@shop.example');
  });
});

function trimmed<T>(values: (T | null)[]): (T | null)[] {
  const length = values.findLastIndex((value) => value !== null) + 1;
  return values.slice(0, length);
}
