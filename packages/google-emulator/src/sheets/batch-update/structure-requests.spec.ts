import {
  batch,
  caller,
  letters,
  properties,
  read,
  refusal,
  titles,
} from '../../testing/lettered-sheet';

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
