import { SheetsCaller } from '../../../../../test/support/google-emulator/sheets-caller';

const caller = new SheetsCaller();
const batch = (id: string, ...requests: unknown[]) =>
  caller.call('POST', `/${id}:batchUpdate`, { requests });
const refusal = async (id: string, ...requests: unknown[]): Promise<string> =>
  (await caller.refusal('POST', `/${id}:batchUpdate`, { requests })).message;
const read = async (id: string, range: string): Promise<unknown> =>
  (await caller.get(`/${id}/values/${range}`)).values;
const properties = async (id: string) =>
  (await caller.get(`/${id}?fields=sheets.properties`)).sheets.map((sheet) => sheet.properties);
const titles = async (id: string): Promise<string[]> =>
  (await properties(id)).map(({ title }) => title);
const letters = () =>
  caller.sheet({
    tabs: [
      {
        title: 'Sheet1',
        rowCount: 5,
        columnCount: 4,
        rows: [
          ['a1', 'b1', 'c1'],
          ['a2', 'b2', 'c2'],
          ['a3', 'b3', 'c3'],
        ],
      },
    ],
    namedRanges: { Middle: 'Sheet1!B2' },
  });

describe('tabs', () => {
  it('adds, moves, renames, hides, copies and deletes them', async () => {
    const { id } = letters();
    const added = await batch(
      id,
      { addSheet: { properties: { title: 'New', index: 0, gridProperties: { rowCount: 7 } } } },
      { addSheet: {} },
    );
    expect(added.replies[0].addSheet.properties).toEqual({
      sheetId: expect.any(Number),
      title: 'New',
      index: 0,
      sheetType: 'GRID',
      gridProperties: { rowCount: 7, columnCount: 26 },
    });
    expect(added.replies[1].addSheet.properties.title).toBe('Sheet3');
    const { sheetId } = added.replies[0].addSheet.properties;
    await batch(
      id,
      { updateSheetProperties: { properties: { sheetId, index: 2 }, fields: 'index' } },
      {
        updateSheetProperties: {
          properties: { sheetId, title: 'Renamed', hidden: true, tabColor: { red: 1 } },
          fields: 'title,hidden,tabColor',
        },
      },
    );
    expect(await titles(id)).toEqual(['Sheet1', 'Renamed', 'Sheet3']);
    expect((await properties(id))[1]).toMatchObject({ hidden: true, tabColor: { red: 1 } });
    await batch(id, { duplicateSheet: { sourceSheetId: 0, insertSheetIndex: 1 } });
    expect(await titles(id)).toEqual(['Sheet1', 'Copy of Sheet1', 'Renamed', 'Sheet3']);
    expect(await read(id, 'Copy of Sheet1!A1')).toEqual([['a1']]);
    await batch(id, { deleteSheet: { sheetId } });
    expect(await titles(id)).toEqual(['Sheet1', 'Copy of Sheet1', 'Sheet3']);
  });

  it('resizes the grid, and what is outside is gone', async () => {
    const { id } = letters();
    const gridProperties = { rowCount: 2, columnCount: 2, frozenRowCount: 1 };
    await batch(id, {
      updateSheetProperties: {
        properties: { sheetId: 0, gridProperties },
        fields: 'gridProperties(rowCount,columnCount,frozenRowCount)',
      },
    });
    expect((await properties(id))[0]?.gridProperties).toEqual(gridProperties);
    expect(await read(id, 'Sheet1')).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
  });

  it.each([
    [
      { addSheet: { properties: { title: 'sheet1' } } },
      'Invalid requests[0].addSheet: A sheet with the name "sheet1" already exists. Please enter another name.',
    ],
    [
      { deleteSheet: { sheetId: 0 } },
      "Invalid requests[0].deleteSheet: You can't remove all the sheets in a document.",
    ],
    [{ deleteSheet: { sheetId: 5 } }, 'Invalid requests[0].deleteSheet: No sheet with id: 5'],
    [
      { updateSheetProperties: { properties: { title: 'x' } } },
      "Invalid requests[0].updateSheetProperties: At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)",
    ],
    [
      { updateSheetProperties: { properties: { hidden: true }, fields: 'hidden' } },
      "Invalid requests[0].updateSheetProperties: You can't hide all the sheets in a document.",
    ],
    [
      { frobnicate: {} },
      `Invalid JSON payload received. Unknown name "frobnicate" at 'requests[0]': Cannot find field.`,
    ],
    [{ addChart: {} }, 'Invalid requests[0].addChart: The emulator does not support addChart.'],
    [
      { deleteSheet: { id: 5 } },
      `Invalid JSON payload received. Unknown name "id" at 'requests[0].delete_sheet': Cannot find field.`,
    ],
    [
      { repeatCell: { range: { startRowIndex: 9 }, cell: {}, fields: '*' } },
      'Invalid requests[0].repeatCell: Range (Sheet1!10) exceeds grid limits. Max rows: 5, max columns: 4',
    ],
    [{}, 'Invalid requests[0]: A request needs exactly one kind.'],
  ])('refuses %j', async (request, message) => {
    expect(await refusal(letters().id, request)).toBe(message);
  });

  it('does all requests or none', async () => {
    const { id } = letters();
    const version = caller.files.find(id)?.version;
    await refusal(
      id,
      { updateSpreadsheetProperties: { properties: { title: 'Gone' }, fields: 'title' } },
      { addSheet: { properties: { title: 'New' } } },
      { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 0, endIndex: 1 } } },
      { deleteNamedRange: { namedRangeId: 'nope' } },
    );
    expect(await titles(id)).toEqual(['Sheet1']);
    expect(await read(id, 'A1')).toEqual([['a1']]);
    expect(caller.files.find(id)).toMatchObject({ name: 'Test', version });
    expect(await refusal(id)).toBe('Must specify at least one request.');
  });
});

describe('rows and columns', () => {
  const range = (dimension: string, startIndex: number, endIndex: number) => ({
    sheetId: 0,
    dimension,
    startIndex,
    endIndex,
  });

  it('are inserted, appended and deleted; names move with their cells', async () => {
    const { id } = letters();
    await batch(
      id,
      { insertDimension: { range: range('ROWS', 1, 3) } },
      { insertDimension: { range: range('COLUMNS', 0, 1) } },
      { appendDimension: { sheetId: 0, dimension: 'ROWS', length: 10 } },
    );
    expect(await read(id, 'Sheet1')).toEqual([
      ['', 'a1', 'b1', 'c1'],
      [],
      [],
      ['', 'a2', 'b2', 'c2'],
      ['', 'a3', 'b3', 'c3'],
    ]);
    expect((await properties(id))[0]?.gridProperties).toEqual({ rowCount: 17, columnCount: 5 });
    expect((await caller.get(`/${id}/values/Middle`)).range).toBe('Sheet1!C4');
    await batch(
      id,
      { deleteDimension: { range: range('ROWS', 0, 3) } },
      { deleteDimension: { range: range('COLUMNS', 0, 2) } },
    );
    expect(await read(id, 'Sheet1')).toEqual([
      ['b2', 'c2'],
      ['b3', 'c3'],
    ]);
    expect((await caller.get(`/${id}/values/Middle`)).range).toBe('Sheet1!A1');
  });

  it('cannot all be deleted', async () => {
    const { id } = letters();
    expect(await refusal(id, { deleteDimension: { range: range('ROWS', 0, 5) } })).toBe(
      "Invalid requests[0].deleteDimension: You can't delete all the rows on the sheet.",
    );
  });

  it('gives way to inserted cells and closes up after deleted ones', async () => {
    const cells = { startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 1 };
    const down = letters();
    await batch(down.id, { insertRange: { range: cells, shiftDimension: 'ROWS' } });
    expect(await read(down.id, 'A1:B4')).toEqual([['', 'b1'], ['a1', 'b2'], ['a2', 'b3'], ['a3']]);
    await batch(down.id, { deleteRange: { range: cells, shiftDimension: 'ROWS' } });
    expect(await read(down.id, 'A1:A4')).toEqual([['a1'], ['a2'], ['a3']]);
    const right = letters();
    await batch(right.id, { insertRange: { range: cells, shiftDimension: 'COLUMNS' } });
    expect(await read(right.id, '1:1')).toEqual([['', 'a1', 'b1', 'c1']]);
    await batch(right.id, { deleteRange: { range: cells, shiftDimension: 'COLUMNS' } });
    expect(await read(right.id, '1:1')).toEqual([['a1', 'b1', 'c1']]);
  });
});

describe('cells', () => {
  const value = (stringValue: string) => ({ userEnteredValue: { stringValue } });

  it('are updated as far as the mask says', async () => {
    const { id } = letters();
    await batch(
      id,
      {
        repeatCell: {
          range: { startRowIndex: 0, endRowIndex: 1 },
          cell: { userEnteredFormat: { textFormat: { bold: true, fontSize: 12 } } },
          fields: 'userEnteredFormat.textFormat(bold,fontSize)',
        },
      },
      {
        updateCells: {
          start: { sheetId: 0, rowIndex: 0, columnIndex: 1 },
          rows: [
            {
              values: [
                {
                  userEnteredValue: { numberValue: 0.5 },
                  userEnteredFormat: { numberFormat: { type: 'PERCENT', pattern: '0%' } },
                  note: 'half',
                },
              ],
            },
          ],
          fields: 'userEnteredValue,userEnteredFormat.numberFormat,note',
        },
      },
      {
        repeatCell: {
          range: { startRowIndex: 0, endRowIndex: 1, startColumnIndex: 1, endColumnIndex: 2 },
          cell: {},
          fields: 'userEnteredFormat.textFormat.bold',
        },
      },
    );
    const answer = await caller.get(
      `/${id}?ranges=A1:B1&fields=sheets.data.rowData.values(userEnteredFormat,formattedValue,note)`,
    );
    expect(answer.sheets[0].data[0].rowData[0].values).toEqual([
      { formattedValue: 'a1', userEnteredFormat: { textFormat: { bold: true, fontSize: 12 } } },
      {
        formattedValue: '50%',
        userEnteredFormat: {
          numberFormat: { type: 'PERCENT', pattern: '0%' },
          textFormat: { fontSize: 12 },
        },
        note: 'half',
      },
    ]);
  });

  it('lose what the rows of a range do not give', async () => {
    const { id } = letters();
    await batch(id, {
      updateCells: {
        range: { startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 },
        rows: [{ values: [value('x')] }],
        fields: 'userEnteredValue',
      },
    });
    expect(await read(id, 'A1:C2')).toEqual([
      ['x', '', 'c1'],
      ['', '', 'c2'],
    ]);
  });

  it('are appended below the last content', async () => {
    const { id } = letters();
    const rows = Array.from({ length: 4 }, (_, row) => ({ values: [value(`new ${row}`)] }));
    await batch(id, { appendCells: { sheetId: 0, rows, fields: '*' } });
    expect(await read(id, 'A4:A')).toEqual([['new 0'], ['new 1'], ['new 2'], ['new 3']]);
    expect((await properties(id))[0]?.gridProperties.rowCount).toBe(7);
  });

  it('are sorted: numbers, text, booleans, errors, and empty ones last', async () => {
    const { id } = caller.sheet({
      tabs: [
        {
          title: 'Sheet1',
          rows: [
            ['b', 1],
            [null, 2],
            [true, 3],
            [10, 4],
            ['A', 5],
            [{ error: 'N_A' }, 6],
            [2, 7],
          ],
        },
      ],
    });
    const sort = (sortOrder: string) =>
      batch(id, {
        sortRange: {
          range: { startRowIndex: 0, endRowIndex: 7, startColumnIndex: 0, endColumnIndex: 2 },
          sortSpecs: [{ dimensionIndex: 0, sortOrder }],
        },
      });
    const order = async (): Promise<string> => ((await read(id, 'B1:B7')) as string[][]).join('');
    await sort('ASCENDING');
    expect(await order()).toBe('7451362');
    await sort('DESCENDING');
    expect(await order()).toBe('6315472');
  });

  it('are merged and unmerged', async () => {
    const { id } = letters();
    const range = { startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 };
    await batch(id, { mergeCells: { range, mergeType: 'MERGE_ROWS' } });
    expect(await read(id, 'A1:B2')).toEqual([['a1'], ['a2']]);
    const merges = async (): Promise<unknown> =>
      (await caller.get(`/${id}?fields=sheets.merges`)).sheets[0].merges;
    expect(await merges()).toHaveLength(2);
    await batch(id, { unmergeCells: { range } });
    expect(await merges()).toBeUndefined();
  });
});

describe('the spreadsheet', () => {
  it('gets another title, locale and time zone', async () => {
    const { id } = letters();
    await batch(id, {
      updateSpreadsheetProperties: {
        properties: { title: 'Umsatz', locale: 'de_DE', timeZone: 'Europe/Berlin' },
        fields: 'title,locale,timeZone',
      },
    });
    const answer = await caller.get(`/${id}?fields=properties(title,locale,timeZone)`);
    expect(answer.properties).toEqual({
      title: 'Umsatz',
      locale: 'de_DE',
      timeZone: 'Europe/Berlin',
    });
    expect(caller.files.find(id)?.name).toBe('Umsatz');
  });

  it('gets names and loses them', async () => {
    const { id } = letters();
    const range = { startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 };
    const added = await batch(id, { addNamedRange: { namedRange: { name: 'Block', range } } });
    const { namedRange } = added.replies[0].addNamedRange;
    expect(namedRange).toEqual({ namedRangeId: expect.any(String), name: 'Block', range });
    expect((await caller.get(`/${id}/values/Block`)).range).toBe('Sheet1!A1:B2');
    await batch(id, { deleteNamedRange: { namedRangeId: namedRange.namedRangeId } });
    expect((await caller.refusal('GET', `/${id}/values/Block`)).code).toBe(400);
  });

  it('comes with the answer when asked, also with a slash behind the id', async () => {
    const { id } = letters();
    const answer = await caller.call('POST', `/${id}/:batchUpdate`, {
      requests: [{ addSheet: { properties: { title: 'New' } } }],
      includeSpreadsheetInResponse: true,
      responseIncludeGridData: true,
      responseRanges: ['Sheet1!A1'],
    });
    expect(answer.updatedSpreadsheet.sheets).toHaveLength(1);
    expect(answer.updatedSpreadsheet.sheets[0].data[0].rowData[0].values[0].formattedValue).toBe(
      'a1',
    );
  });
});

describe('spreadsheets.create', () => {
  it('makes a spreadsheet that its maker may write', async () => {
    const made = await caller.call('POST', '', { properties: { title: 'Mine' } });
    expect(made).toMatchObject({
      properties: { title: 'Mine', locale: 'en_US', timeZone: 'Etc/GMT' },
      sheets: [
        {
          properties: {
            sheetId: 0,
            title: 'Sheet1',
            gridProperties: { rowCount: 1000, columnCount: 26 },
          },
        },
      ],
    });
    expect(caller.files.find(made.spreadsheetId)?.name).toBe('Mine');
    await batch(made.spreadsheetId, { addSheet: {} });
  });

  it('takes tabs and cells', async () => {
    const made = await caller.call('POST', '', {
      sheets: [
        {
          properties: { title: 'One' },
          data: [
            { startRow: 1, rowData: [{ values: [{ userEnteredValue: { numberValue: 5 } }] }] },
          ],
        },
        { properties: { title: 'Two', sheetId: 9 } },
      ],
    });
    expect(made.properties.title).toBe('Untitled spreadsheet');
    expect(await titles(made.spreadsheetId)).toEqual(['One', 'Two']);
    expect(await read(made.spreadsheetId, 'A1:A2')).toEqual([[], ['5']]);
  });
});
