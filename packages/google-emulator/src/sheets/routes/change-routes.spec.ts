import { batch, caller, letters, read, titles } from '../../testing/lettered-sheet';

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

it('changes nothing when the answer cannot be made', async () => {
  const { id } = letters();
  const refused = await caller.refusal('POST', `/${id}:batchUpdate`, {
    requests: [{ addSheet: { properties: { title: 'New' } } }],
    includeSpreadsheetInResponse: true,
    responseRanges: ['Nope!A1'],
  });
  expect(refused.message).toBe('Unable to parse range: Nope!A1');
  expect(await titles(id)).toEqual(['Sheet1']);
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
