import { SheetsCaller } from '../../testing/sheets-caller';

const caller = new SheetsCaller();
const MONEY = { type: 'NUMBER', pattern: '#,##0.00' } as const;
const { id } = caller.sheet({
  title: 'Branch sales',
  locale: 'en_US',
  timeZone: 'Asia/Ho_Chi_Minh',
  tabs: [
    {
      title: 'Sheet1',
      frozenRowCount: 1,
      rowCount: 5,
      columnCount: 3,
      rows: [
        ['name', { value: 1234.5, format: MONEY }, null],
        [],
        [
          null,
          { value: 2, formula: '=4/2' },
          { value: { error: 'N_A', message: 'no' }, formula: '=X()' },
        ],
        [true, ''],
      ],
    },
    { title: 'Old data', sheetId: 1807733211, hidden: true, rowCount: 2, columnCount: 2 },
    { title: 'Pie', sheetId: 7, sheetType: 'OBJECT' },
    {
      title: 'Merged',
      sheetId: 8,
      rowCount: 2,
      columnCount: 2,
      rows: [['m']],
      merges: [{ startRow: 0, endRow: 1, startColumn: 0, endColumn: 2 }],
    },
  ],
  namedRanges: { Names: 'Sheet1!A1:A3' },
});
const fields = (mask: string) => caller.get(`/${id}?fields=${encodeURIComponent(mask)}`);

describe('spreadsheets.get', () => {
  it('gives everything but cells, in the order of Google', async () => {
    const answer = await caller.get(`/${id}`);
    expect(Object.keys(answer)).toEqual([
      'spreadsheetId',
      'properties',
      'sheets',
      'namedRanges',
      'spreadsheetUrl',
    ]);
    expect(answer.properties).toMatchObject({
      title: 'Branch sales',
      locale: 'en_US',
      autoRecalc: 'ON_CHANGE',
      timeZone: 'Asia/Ho_Chi_Minh',
      defaultFormat: { verticalAlignment: 'BOTTOM' },
      spreadsheetTheme: { primaryFontFamily: 'Arial' },
    });
    expect(answer.sheets).toEqual([
      {
        properties: {
          sheetId: 0,
          title: 'Sheet1',
          index: 0,
          sheetType: 'GRID',
          gridProperties: { rowCount: 5, columnCount: 3, frozenRowCount: 1 },
        },
      },
      {
        properties: {
          sheetId: 1807733211,
          title: 'Old data',
          index: 1,
          sheetType: 'GRID',
          gridProperties: { rowCount: 2, columnCount: 2 },
          hidden: true,
        },
      },
      { properties: { sheetId: 7, title: 'Pie', index: 2, sheetType: 'OBJECT' } },
      {
        properties: expect.objectContaining({ title: 'Merged' }),
        merges: [
          {
            sheetId: 8,
            startRowIndex: 0,
            endRowIndex: 1,
            startColumnIndex: 0,
            endColumnIndex: 2,
          },
        ],
      },
    ]);
    expect(answer.namedRanges).toEqual([
      {
        namedRangeId: expect.any(String),
        name: 'Names',
        range: { startRowIndex: 0, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 1 },
      },
    ]);
    expect(answer.spreadsheetUrl).toBe(`https://docs.google.com/spreadsheets/d/${id}/edit`);
  });

  it('takes a slash behind the id', async () => {
    expect(await caller.get(`/${id}/?fields=spreadsheetId`)).toEqual({ spreadsheetId: id });
  });

  it.each([
    ['sheets.properties(sheetId,title)', 'sheets(properties(sheetId,title))'],
    ['sheets/properties/title', 'sheets.properties.title'],
  ])('reads %s and %s alike', async (one, other) => {
    expect(await fields(one)).toEqual(await fields(other));
  });

  it('gives nothing where a mask selects nothing', async () => {
    const plain = caller.sheet();
    expect(await caller.get(`/${plain.id}?fields=namedRanges`)).toEqual({});
    expect(await caller.get(`/${plain.id}?fields=sheets.properties.tabColorStyle`)).toEqual({
      sheets: [{ properties: {} }],
    });
  });

  it('refuses a mask with an unknown name', async () => {
    const refusal = await caller.refusal('GET', `/${id}?fields=sheets.sheetProperties`);
    expect(refusal.message).toBe('Request contains an invalid argument.');
    expect(JSON.stringify(refusal.options.details)).toContain(
      "Cannot find matching fields for path 'sheets.sheetProperties'.",
    );
  });

  it('filters the tabs by the ranges, with or without cells', async () => {
    const answer = await caller.get(`/${id}?ranges=Merged!A1&fields=sheets.properties.title`);
    expect(answer).toEqual({ sheets: [{ properties: { title: 'Merged' } }] });
  });
});

describe('grid data', () => {
  it('has the values and formats of cells, trimmed', async () => {
    const answer = await caller.get(`/${id}?includeGridData=true&ranges=Sheet1`);
    const [block] = answer.sheets[0].data;
    expect(Object.keys(block)).toEqual(['rowData', 'rowMetadata', 'columnMetadata']);
    expect(block.rowMetadata).toEqual(Array(5).fill({ pixelSize: 21 }));
    expect(block.columnMetadata).toEqual(Array(3).fill({ pixelSize: 100 }));
    expect(block.rowData).toHaveLength(4);
    expect(block.rowData[0].values).toHaveLength(2);
    expect(block.rowData[0].values[1]).toEqual({
      userEnteredValue: { numberValue: 1234.5 },
      effectiveValue: { numberValue: 1234.5 },
      formattedValue: '1,234.50',
      userEnteredFormat: { numberFormat: MONEY },
      effectiveFormat: expect.objectContaining({
        numberFormat: MONEY,
        horizontalAlignment: 'RIGHT',
        verticalAlignment: 'BOTTOM',
      }),
    });
    expect(block.rowData[1]).toEqual({});
    expect(block.rowData[2].values).toEqual([
      {},
      expect.objectContaining({
        userEnteredValue: { formulaValue: '=4/2' },
        effectiveValue: { numberValue: 2 },
        formattedValue: '2',
      }),
      expect.objectContaining({
        userEnteredValue: { formulaValue: '=X()' },
        effectiveValue: { errorValue: { type: 'N_A', message: 'no' } },
        formattedValue: '#N/A',
      }),
    ]);
    expect(block.rowData[3].values).toEqual([
      expect.objectContaining({ effectiveValue: { boolValue: true }, formattedValue: 'TRUE' }),
    ]);
  });

  it('comes with a mask that reaches it, and with no other', async () => {
    const hasData = async (query: string): Promise<boolean> =>
      JSON.stringify(await caller.get(`/${id}?${query}`)).includes('"data"');
    expect(await hasData('fields=sheets')).toBe(true);
    expect(await hasData('fields=sheets.data')).toBe(true);
    expect(await hasData('fields=sheets(properties,data(startRow))')).toBe(true);
    expect(await hasData('fields=*')).toBe(false);
    expect(await hasData('fields=*&includeGridData=true')).toBe(false);
    expect(await hasData('fields=sheets.properties&includeGridData=true')).toBe(false);
    expect(await hasData('includeGridData=false')).toBe(false);
  });

  it('has a block for each range, which tells where it begins', async () => {
    const answer = await caller.get(
      `/${id}?ranges=Sheet1!B3:C4&ranges=Sheet1!A1&fields=${encodeURIComponent('sheets.data(startRow,startColumn,rowData.values.formattedValue)')}`,
    );
    expect(answer).toEqual({
      sheets: [
        {
          data: [
            {
              startRow: 2,
              startColumn: 1,
              rowData: [{ values: [{ formattedValue: '2' }, { formattedValue: '#N/A' }] }],
            },
            { rowData: [{ values: [{ formattedValue: 'name' }] }] },
          ],
        },
      ],
    });
  });

  it('leaves rowData out for an empty tab, and data for a chart', async () => {
    const answer = await fields('sheets(properties.title,data.rowData.values.formattedValue)');
    expect(answer.sheets[1]).toEqual({ properties: { title: 'Old data' }, data: [{}] });
    expect(answer.sheets[2]).toEqual({ properties: { title: 'Pie' } });
  });

  it('applies masks inside of cells', async () => {
    const answer = await caller.get(
      `/${id}?ranges=Sheet1!B1&fields=sheets.data.rowData.values(effectiveFormat.numberFormat.type,userEnteredFormat(numberFormat(pattern)))`,
    );
    expect(answer.sheets[0].data[0].rowData[0].values[0]).toEqual({
      userEnteredFormat: { numberFormat: { pattern: '#,##0.00' } },
      effectiveFormat: { numberFormat: { type: 'NUMBER' } },
    });
  });

  it('writes text that has to be escaped', async () => {
    const odd = 'a"b\\c\n<d>\u2028 🌵 \ufeff ệ';
    const sheet = caller.sheet({ tabs: [{ title: 'S', rows: [[odd]] }] });
    const answer = await caller.get(
      `/${sheet.id}?fields=sheets.data.rowData.values(effectiveValue,formattedValue)`,
    );
    expect(answer.sheets[0].data[0].rowData[0].values).toEqual([
      { effectiveValue: { stringValue: odd }, formattedValue: odd },
    ]);
  });

  it('streams large tabs, and is the same text as a whole', async () => {
    const rows = { count: 700, row: (index: number) => (index % 7 === 3 ? [] : [index, 'x']) };
    const sheet = caller.sheet({ tabs: [{ title: 'S', rows }] });
    for (const pretty of [true, false]) {
      const text = await caller.text(
        'GET',
        `/${sheet.id}?includeGridData=true&prettyPrint=${pretty}`,
      );
      const value = JSON.parse(text) as { sheets: { data: { rowData: unknown[] }[] }[] };
      expect(value.sheets[0]?.data[0]?.rowData).toHaveLength(700);
      expect(text).toBe(pretty ? `${JSON.stringify(value, null, 2)}\n` : JSON.stringify(value));
    }
  });
});

describe('spreadsheets.getByDataFilter', () => {
  it('filters by ranges', async () => {
    const answer = await caller.call('POST', `/${id}:getByDataFilter`, {
      dataFilters: [{ gridRange: { sheetId: 8 } }],
      includeGridData: true,
    });
    expect(answer.sheets).toHaveLength(1);
    expect(answer.sheets[0].data[0].rowData[0].values[0].formattedValue).toBe('m');
  });

  it('does not accept the scopes that may only read', () => {
    const scopesOf = (name: string) =>
      caller.emulation.routes.find((route) => route.name === name)?.scopes ?? [];
    for (const name of [
      'spreadsheets.getByDataFilter',
      'spreadsheets.values.batchGetByDataFilter',
    ]) {
      expect(scopesOf(name).filter((scope) => scope.endsWith('readonly'))).toEqual([]);
    }
    expect(scopesOf('spreadsheets.get')).toContain(
      'https://www.googleapis.com/auth/spreadsheets.readonly',
    );
    expect(scopesOf('spreadsheets.get')).not.toContain(
      'https://www.googleapis.com/auth/drive.metadata.readonly',
    );
  });
});

describe('who may open a spreadsheet', () => {
  it('is checked before ranges and masks', async () => {
    const other = new SheetsCaller();
    const sheet = other.emulation.create(
      { title: 'S', tabs: [{ title: 'Sheet1' }] },
      { readers: ['reader@x.test'] },
    );
    const office = other.emulation.addOfficeFile('book.xlsx', { readers: ['reader@x.test'] });
    const doc = other.files.add({
      name: 'Doc',
      mimeType: 'application/vnd.google-apps.document',
      readers: ['reader@x.test'],
    });
    const outcome = async (id: string, email: string): Promise<unknown> => {
      other.email = email;
      const { code, status, message } = await other.refusal('GET', `/${id}/values/Nope!A1`);
      return [code, status, message];
    };
    expect(await outcome('unknown', 'reader@x.test')).toEqual([
      404,
      'NOT_FOUND',
      'Requested entity was not found.',
    ]);
    expect((await outcome(doc.id, 'reader@x.test')) as unknown[]).toContain(404);
    const denied = [403, 'PERMISSION_DENIED', 'The caller does not have permission'];
    expect(await outcome(sheet.id, 'stranger@x.test')).toEqual(denied);
    expect(await outcome(office.id, 'stranger@x.test')).toEqual(denied);
    expect(await outcome(office.id, 'reader@x.test')).toEqual([
      400,
      'FAILED_PRECONDITION',
      'This operation is not supported for this document. The document must not be an Office file.',
    ]);
    expect(await outcome(sheet.id, 'reader@x.test')).toEqual([
      400,
      'INVALID_ARGUMENT',
      'Unable to parse range: Nope!A1',
    ]);
    const write = await other.refusal('PUT', `/${sheet.id}/values/A1?valueInputOption=RAW`, {});
    expect(write.message).toBe('The caller does not have permission');
    other.files.remove(sheet.id);
    expect((await outcome(sheet.id, 'reader@x.test')) as unknown[]).toContain(404);
  });
});
