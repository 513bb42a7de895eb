import { batch, caller, letters, properties, read } from '../../testing/lettered-sheet';

describe('cells', () => {
  const value = (stringValue: string) => ({ userEnteredValue: { stringValue } });

  it.each([5, { length: 1e9 }, ['0']])('have no format with the pattern %p', async (pattern) => {
    const { id } = letters();
    const { message } = await caller.refusal('POST', `/${id}:batchUpdate`, {
      requests: [
        {
          repeatCell: {
            range: { startRowIndex: 0, endRowIndex: 1 },
            cell: { userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern } } },
            fields: 'userEnteredFormat.numberFormat',
          },
        },
      ],
    });
    expect(message).toMatch(/^Invalid requests\[0\]\.repeatCell: .*pattern/);
  });

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
