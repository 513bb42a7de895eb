import { SheetsCaller } from '../../testing/sheets-caller';

const caller = new SheetsCaller();
const small = () =>
  caller.sheet({ tabs: [{ title: 'Sheet1', rowCount: 6, columnCount: 4 }, { title: 'Other' }] });
const put = (id: string, range: string, values: unknown, query = 'valueInputOption=RAW') =>
  caller.call('PUT', `/${id}/values/${range}?${query}`, { values });
const read = async (id: string, range: string, query = ''): Promise<unknown> =>
  (await caller.get(`/${id}/values/${range}${query}`)).values;

describe('values.update', () => {
  it('writes values and tells how many', async () => {
    const { id } = small();
    expect(await put(id, 'Sheet1!A1:B2', [['a', 1], [true]])).toEqual({
      spreadsheetId: id,
      updatedRange: 'Sheet1!A1:B2',
      updatedRows: 2,
      updatedColumns: 2,
      updatedCells: 3,
    });
    expect(await read(id, 'Sheet1', '?valueRenderOption=UNFORMATTED_VALUE')).toEqual([
      ['a', 1],
      [true],
    ]);
  });

  it('writes from one cell on as much as it is given, and columns when told', async () => {
    const { id } = small();
    const body = { majorDimension: 'COLUMNS', values: [['a', 'b'], ['c']] };
    await caller.call('PUT', `/${id}/values/Sheet1!B2?valueInputOption=RAW`, body);
    expect(await read(id, 'Sheet1')).toEqual([[], ['', 'a', 'c'], ['', 'b']]);
  });

  it('leaves cells for null and empties them for an empty string', async () => {
    const { id } = small();
    await put(id, 'A1:C1', [['a', 'b', 'c']]);
    await put(id, 'A1:C1', [[null, '', 'x']]);
    expect(await read(id, 'Sheet1')).toEqual([['a', '', 'x']]);
  });

  it('reads what users type, and stores raw values as they are', async () => {
    const { id } = small();
    await put(id, 'A1:C1', [['1,234.50', '=4/2', '1/15/2024']], 'valueInputOption=USER_ENTERED');
    await put(id, 'A2:C2', [['1,234.50', '=4/2', '1/15/2024']]);
    expect(await read(id, 'Sheet1', '?valueRenderOption=UNFORMATTED_VALUE')).toEqual([
      [1234.5, 2, 45306],
      ['1,234.50', '=4/2', '1/15/2024'],
    ]);
    expect(await read(id, 'A1:C1')).toEqual([['1,234.50', '2', '1/15/2024']]);
    expect(await read(id, 'B1', '?valueRenderOption=FORMULA')).toEqual([['=4/2']]);
  });

  it('gives the values back when asked', async () => {
    const { id } = small();
    const query =
      'valueInputOption=USER_ENTERED&includeValuesInResponse=true&responseValueRenderOption=UNFORMATTED_VALUE';
    const answer = await put(id, 'A1', [['50%']], query);
    expect(answer.updatedData).toEqual({
      range: 'Sheet1!A1',
      majorDimension: 'ROWS',
      values: [[0.5]],
    });
  });

  it.each([
    [
      'A1:B2',
      [[1], [2], [3]],
      'Requested writing within range [Sheet1!A1:B2], but tried writing to row [3]',
    ],
    [
      'A1:B2',
      [[1, 2, 3]],
      'Requested writing within range [Sheet1!A1:B2], but tried writing to column [C]',
    ],
    ['A6', [[1], [2]], 'Range (Sheet1!A6:A7) exceeds grid limits. Max rows: 6, max columns: 4'],
    ['A7', [[1]], 'Range (Sheet1!A7) exceeds grid limits. Max rows: 6, max columns: 4'],
    ['A1', [[{}]], 'Invalid values[0][0]: {}'],
    [
      'A1',
      [['x'.repeat(50_001)]],
      'Your input contains more than the maximum of 50000 characters in a single cell.',
    ],
  ])('refuses %s with %#', async (range, values, message) => {
    const { id } = small();
    const path = `/${id}/values/${range}?valueInputOption=RAW`;
    expect((await caller.refusal('PUT', path, { values })).message).toBe(message);
  });

  it('needs to know how to read values', async () => {
    const { id } = small();
    const refusal = await caller.refusal('PUT', `/${id}/values/A1`, { values: [['a']] });
    expect(refusal.message).toBe("'valueInputOption' is required but not specified");
  });

  it('shows in Drive at once', async () => {
    const { id } = small();
    const file = caller.files.find(id);
    const version = file?.version ?? 0;
    caller.files.lagMs = 180_000;
    caller.clock.advance(5000);
    await put(id, 'A1', [['a']]);
    expect(file?.version).toBe(version + 1);
    expect(Math.abs(caller.files.modifiedTime(file!) - caller.clock.now())).toBeLessThan(1000);
  });
});

describe('values.append', () => {
  // The two tables of Google's guide: A1:C2 and B4:D6.
  const tables = () =>
    caller.sheet({
      tabs: [
        {
          title: 'Sheet1',
          rowCount: 10,
          rows: [
            ['x', 'y', 'z'],
            ['x', 'y', 'z'],
            [],
            [null, 'x', 'y', 'z'],
            [null, 'x', 'y'],
            [null, 'x', 'y', 'z'],
          ],
        },
      ],
    });
  const append = (id: string, range: string, values: unknown, query = '') =>
    caller.call('POST', `/${id}/values/${range}:append?valueInputOption=RAW${query}`, { values });

  it.each([
    ['Sheet1', 'Sheet1!B4:D6', 'Sheet1!B7:C7'],
    ['B4', 'Sheet1!B4:D6', 'Sheet1!B7:C7'],
    ['C5:D5', 'Sheet1!B4:D6', 'Sheet1!B7:C7'],
    ['D5', 'Sheet1!B4:D6', 'Sheet1!B7:C7'],
    ['B2:D4', 'Sheet1!B4:D6', 'Sheet1!B7:C7'],
    ['A3:G10', 'Sheet1!B4:D6', 'Sheet1!B7:C7'],
    ['A1', 'Sheet1!A1:C2', 'Sheet1!A3:B3'],
    ['E4', undefined, 'Sheet1!E4:F4'],
    ['A4', undefined, 'Sheet1!A4:B4'],
  ])('to %s goes behind the table %s', async (range, tableRange, updatedRange) => {
    const { id } = tables();
    const answer = await append(id, range, [['new', 1]]);
    expect(answer.tableRange).toBe(tableRange);
    expect(answer.updates).toEqual({
      spreadsheetId: id,
      updatedRange,
      updatedRows: 1,
      updatedColumns: 2,
      updatedCells: 2,
    });
  });

  it('makes the grid larger when it is full', async () => {
    const { id } = tables();
    await append(
      id,
      'Sheet1',
      Array.from({ length: 6 }, (_, row) => [row]),
    );
    const grid = (await caller.get(`/${id}?fields=sheets.properties.gridProperties`)).sheets[0];
    expect(grid.properties.gridProperties).toEqual({ rowCount: 12, columnCount: 26 });
  });

  it('inserts rows, or writes over what follows', async () => {
    const over = tables();
    await append(over.id, 'A1', [['1'], ['2']]);
    expect(await read(over.id, 'A3:C4')).toEqual([['1'], ['2', 'x', 'y']]);
    const inserted = tables();
    await append(inserted.id, 'A1', [['1'], ['2']], '&insertDataOption=INSERT_ROWS');
    expect(await read(inserted.id, 'A3:C6')).toEqual([['1'], ['2'], [], ['', 'x', 'y']]);
  });

  it('appends to a million generated rows without making them', async () => {
    let made = 0;
    const rows = {
      count: 1_000_000,
      row: (index: number) => {
        made += 1;
        return [index, 'x'];
      },
    };
    const { id } = caller.sheet({ tabs: [{ title: 'Large', rows, columnCount: 9 }] });
    const answer = await append(id, 'Large!A999990:B', [['new']]);
    expect(answer.updates.updatedRange).toBe('Large!A1000001');
    expect(await read(id, 'Large!A1000000:B')).toEqual([['999999', 'x'], ['new']]);
    expect(made).toBeLessThan(10_000_000);
  });

  it('refuses to grow above ten million cells', async () => {
    const { id } = caller.sheet({
      tabs: [{ title: 'Full', rowCount: 1_000_000, columnCount: 10, rows: [['a']] }],
    });
    const refusal = await caller.refusal(
      'POST',
      `/${id}/values/Full!A1:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS`,
      { values: [['b']] },
    );
    expect(refusal.message).toBe(
      'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    );
  });
});

describe('values.batchUpdate', () => {
  it('writes several ranges and sums up', async () => {
    const { id } = small();
    const answer = await caller.call('POST', `/${id}/values:batchUpdate`, {
      valueInputOption: 'USER_ENTERED',
      data: [
        { range: 'Sheet1!A1', values: [['1', '2']] },
        { range: 'Other!B2', values: [['3']] },
      ],
    });
    expect(answer).toMatchObject({
      totalUpdatedRows: 2,
      totalUpdatedColumns: 3,
      totalUpdatedCells: 3,
      totalUpdatedSheets: 2,
    });
    expect(answer.responses[1].updatedRange).toBe('Other!B2');
  });

  it('writes nothing when one range is wrong, and names it', async () => {
    const { id } = small();
    const refusal = await caller.refusal('POST', `/${id}/values:batchUpdate`, {
      valueInputOption: 'RAW',
      data: [
        { range: 'Sheet1!A1', values: [['1']] },
        { range: 'Sheet1!A100', values: [['1']] },
      ],
    });
    expect(refusal.message).toBe(
      'Invalid data[1]: Range (Sheet1!A100) exceeds grid limits. Max rows: 6, max columns: 4',
    );
    expect(await read(id, 'Sheet1')).toBeUndefined();
  });
});

describe('values.clear', () => {
  it('empties cells and leaves their formats', async () => {
    const { id } = small();
    await put(id, 'A1:B2', [['50%', 'x'], ['y']], 'valueInputOption=USER_ENTERED');
    expect(await caller.call('POST', `/${id}/values/A1:A2:clear`, {})).toEqual({
      spreadsheetId: id,
      clearedRange: 'Sheet1!A1:A2',
    });
    expect(await read(id, 'Sheet1')).toEqual([['', 'x']]);
    await put(id, 'A1', [[0.25]]);
    expect(await read(id, 'A1')).toEqual([['25%']]);
  });

  it('clears several ranges, all or none', async () => {
    const { id } = small();
    await put(id, 'A1:B1', [['a', 'b']]);
    const path = `/${id}/values:batchClear`;
    const refusal = await caller.refusal('POST', path, { ranges: ['A1', 'Nope!A1'] });
    expect(refusal.message).toBe('Invalid range[1]: Unable to parse range: Nope!A1');
    expect(await read(id, 'Sheet1')).toEqual([['a', 'b']]);
    expect(await caller.call('POST', path, { ranges: ['A1', 'B1'] })).toEqual({
      spreadsheetId: id,
      clearedRanges: ['Sheet1!A1', 'Sheet1!B1'],
    });
    expect(await read(id, 'Sheet1')).toBeUndefined();
  });

  it('clears a tab of a million generated rows', async () => {
    const rows = { count: 1_000_000, row: (index: number) => [index] };
    const { id } = caller.sheet({ tabs: [{ title: 'Large', rows }] });
    await caller.call('POST', `/${id}/values/Large:clear`, {});
    expect(await read(id, 'Large')).toBeUndefined();
  });
});
