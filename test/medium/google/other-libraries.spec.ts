import { auth as driveAuth, drive as driveApi, type drive_v3 } from '@googleapis/drive';
import { auth as sheetsAuth, sheets as sheetsApi, type sheets_v4 } from '@googleapis/sheets';
import { GoogleEmulator, type KeyFile } from '@tributary/google-emulator';
import { GoogleSpreadsheet } from 'google-spreadsheet';
import { BOT } from '../../factories/google';

const SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/drive',
];

type ServiceAccount = InstanceType<typeof sheetsAuth.JWT>;

/** The sign-in of Google's own library; only the host of the token endpoint is another. */
function signIn(emulator: GoogleEmulator, key: KeyFile): ServiceAccount {
  const jwt = new sheetsAuth.JWT({
    email: key.client_email,
    key: key.private_key,
    scopes: SCOPES,
    transporterOptions: { fetchImplementation: fetch },
  });
  jwt.transporter.interceptors.request.add({
    resolved: (config) => {
      const { host, pathname } = config.url;
      if (host === 'oauth2.googleapis.com') config.url = new URL(pathname, emulator.url);
      return Promise.resolve(config);
    },
  });
  return jwt;
}

describe("the emulator, to other people's libraries", () => {
  let emulator: GoogleEmulator;
  let key: KeyFile;
  let id: string;

  beforeAll(async () => {
    emulator = await GoogleEmulator.start();
    emulator.quotas.switchOff();
    key = emulator.accounts.create(BOT);
  });
  afterAll(() => emulator.stop());

  beforeEach(() => {
    const date = { value: 43831, format: { type: 'DATE', pattern: 'yyyy-mm-dd' } } as const;
    id = emulator.sheets.create(
      {
        title: 'Branch sales',
        locale: 'en_US',
        timeZone: 'America/New_York',
        tabs: [
          {
            title: 'Sheet1',
            rows: [
              ['id', 'name', 'amount', 'day'],
              ['a', 'Alice', 1234.5, date],
              ['b', '', 7],
              [],
              ['d', 'Dora', '0123', true],
            ],
          },
          { title: "Bob's 🌵", rowCount: 10, columnCount: 3 },
        ],
      },
      { writers: [BOT] },
    ).id;
  });

  describe('@googleapis/sheets', () => {
    let sheets: sheets_v4.Sheets;
    beforeEach(() => {
      const auth = new sheetsAuth.OAuth2();
      auth.setCredentials({ access_token: emulator.accounts.issue(BOT, SCOPES) });
      const rootUrl = `${emulator.url}/`;
      sheets = sheetsApi({
        version: 'v4',
        auth,
        rootUrl,
        fetchImplementation: fetch,
        retry: false,
      });
    });

    it('reads metadata', async () => {
      const { data } = await sheets.spreadsheets.get({ spreadsheetId: id });
      expect(data).toMatchObject({
        spreadsheetId: id,
        properties: { title: 'Branch sales', locale: 'en_US', timeZone: 'America/New_York' },
      });
      expect(data.sheets?.map(({ properties }) => properties?.title)).toEqual([
        'Sheet1',
        "Bob's 🌵",
      ]);
      const masked = await sheets.spreadsheets.get({
        spreadsheetId: id,
        fields: 'sheets.properties(title,gridProperties)',
      });
      expect(masked.data).toEqual({
        sheets: [
          { properties: { title: 'Sheet1', gridProperties: { rowCount: 1000, columnCount: 26 } } },
          { properties: { title: "Bob's 🌵", gridProperties: { rowCount: 10, columnCount: 3 } } },
        ],
      });
    });

    it('reads ranges', async () => {
      const { data } = await sheets.spreadsheets.values.get({
        spreadsheetId: id,
        range: 'Sheet1!A1:D',
      });
      expect(data).toEqual({
        range: 'Sheet1!A1:D1000',
        majorDimension: 'ROWS',
        values: [
          ['id', 'name', 'amount', 'day'],
          ['a', 'Alice', '1234.5', '2020-01-01'],
          ['b', '', '7'],
          [],
          ['d', 'Dora', '0123', 'TRUE'],
        ],
      });
      const batch = await sheets.spreadsheets.values.batchGet({
        spreadsheetId: id,
        ranges: ['Sheet1!C2:D2', "'Bob''s 🌵'!A:B"],
        valueRenderOption: 'UNFORMATTED_VALUE',
      });
      expect(batch.data).toEqual({
        spreadsheetId: id,
        valueRanges: [
          { range: 'Sheet1!C2:D2', majorDimension: 'ROWS', values: [[1234.5, 43831]] },
          { range: "'Bob''s 🌵'!A1:B10", majorDimension: 'ROWS' },
        ],
      });
    });

    it('reads cells with their formats', async () => {
      const { data } = await sheets.spreadsheets.get({
        spreadsheetId: id,
        ranges: ['Sheet1!D2'],
        includeGridData: true,
      });
      expect(data.sheets?.[0]?.data?.[0]).toMatchObject({
        startRow: 1,
        startColumn: 3,
        rowData: [
          {
            values: [
              {
                effectiveValue: { numberValue: 43831 },
                formattedValue: '2020-01-01',
                effectiveFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
              },
            ],
          },
        ],
      });
    });

    it('writes', async () => {
      const appended = await sheets.spreadsheets.values.append({
        spreadsheetId: id,
        range: 'Sheet1!A1',
        valueInputOption: 'USER_ENTERED',
        requestBody: { values: [['e', 'Ed', '$1,234.50', '1/2/2026']] },
      });
      expect(appended.data.updates).toMatchObject({
        updatedRange: 'Sheet1!A4:D4',
        updatedCells: 4,
      });
      await sheets.spreadsheets.values.update({
        spreadsheetId: id,
        range: 'Sheet1!B3',
        valueInputOption: 'RAW',
        requestBody: { values: [['=not computed']] },
      });
      const { data } = await sheets.spreadsheets.values.batchGet({
        spreadsheetId: id,
        ranges: ['Sheet1!A4:D4', 'Sheet1!B3'],
        valueRenderOption: 'UNFORMATTED_VALUE',
      });
      expect(data.valueRanges?.map(({ values }) => values)).toEqual([
        [['e', 'Ed', 1234.5, 46024]],
        [['=not computed']],
      ]);
      await sheets.spreadsheets.batchUpdate({
        spreadsheetId: id,
        requestBody: {
          requests: [
            {
              deleteDimension: {
                range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 3 },
              },
            },
          ],
        },
      });
      const left = await sheets.spreadsheets.values.get({ spreadsheetId: id, range: 'A2:A' });
      expect(left.data.values).toEqual([['e'], ['d']]);
    });

    it.each([
      [
        'an unknown id',
        { spreadsheetId: 'nope', range: 'A1' },
        404,
        'Requested entity was not found.',
      ],
      ['an unknown tab', { range: 'NOPE!A5:F15' }, 400, 'Unable to parse range: NOPE!A5:F15'],
      [
        'a range outside of the grid',
        { range: 'Sheet1!A1001' },
        400,
        'Range (Sheet1!A1001) exceeds grid limits. Max rows: 1000, max columns: 26',
      ],
      [
        'a wrong option',
        { range: 'A1', valueRenderOption: 'FOO' },
        400,
        `Invalid value at 'value_render_option' (type.googleapis.com/google.apps.sheets.v4.ValueRenderOption), "FOO"`,
      ],
    ])('gets the error for %s', async (_, parameters, status, message) => {
      await expect(
        sheets.spreadsheets.values.get({ spreadsheetId: id, ...parameters }),
      ).rejects.toMatchObject({ status, message });
    });

    it('gets the error for a spreadsheet that is not shared', async () => {
      emulator.files.unshare(id, BOT);
      await expect(sheets.spreadsheets.get({ spreadsheetId: id })).rejects.toMatchObject({
        status: 403,
        message: 'The caller does not have permission',
      });
    });

    it('signs in with the key of a service account', async () => {
      const rootUrl = `${emulator.url}/`;
      const auth = signIn(emulator, key);
      const signedIn = sheetsApi({ version: 'v4', auth, rootUrl });
      const { data } = await signedIn.spreadsheets.get({ spreadsheetId: id });
      expect(data.properties?.title).toBe('Branch sales');
    });

    it('is refused with a key that is not the account\u2019s', async () => {
      const other = emulator.accounts.create('other@shop.example');
      const auth = signIn(emulator, { ...other, client_email: BOT });
      await expect(auth.authorize()).rejects.toThrow('invalid_grant: Invalid JWT Signature.');
      emulator.accounts.remove('other@shop.example');
    });
  });

  describe('@googleapis/drive', () => {
    let drive: drive_v3.Drive;
    beforeEach(() => {
      const auth = new driveAuth.OAuth2();
      auth.setCredentials({ access_token: emulator.accounts.issue(BOT, SCOPES) });
      const rootUrl = `${emulator.url}/`;
      drive = driveApi({ version: 'v3', auth, rootUrl, fetchImplementation: fetch, retry: false });
    });

    it('reads files and their changes', async () => {
      const file = await drive.files.get({ fileId: id });
      expect(file.data).toEqual({
        kind: 'drive#file',
        id,
        name: 'Branch sales',
        mimeType: 'application/vnd.google-apps.spreadsheet',
      });
      const q = "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false";
      const { data: list } = await drive.files.list({ q, pageSize: 1000 });
      expect(list.files?.map((found) => found.id)).toContain(id);

      const { data: start } = await drive.changes.getStartPageToken();
      emulator.files.touch(id, 'by-api');
      const changed = await drive.changes.list({ pageToken: start.startPageToken! });
      expect(changed.data).toMatchObject({
        kind: 'drive#changeList',
        newStartPageToken: expect.any(String),
        changes: [{ fileId: id, removed: false, file: { name: 'Branch sales' } }],
      });
    });

    it('gets the error for a file that is not there', async () => {
      await expect(drive.files.get({ fileId: 'nope' })).rejects.toMatchObject({
        status: 404,
        message: 'File not found: nope.',
      });
    });
  });

  describe('google-spreadsheet', () => {
    let document: GoogleSpreadsheet;
    beforeEach(() => {
      const token = emulator.accounts.issue(BOT, SCOPES);
      document = new GoogleSpreadsheet(id, { token });
      const prefix = `${emulator.url}/v4/spreadsheets/${id}`;
      Object.assign(document, { sheetsApi: document.sheetsApi.extend({ prefix, retry: 0 }) });
    });

    it('reads metadata and tabs', async () => {
      await document.loadInfo();
      expect(document.title).toBe('Branch sales');
      expect(document.timeZone).toBe('America/New_York');
      expect(document.sheetCount).toBe(2);
      expect(document.sheetsByTitle["Bob's 🌵"]?.rowCount).toBe(10);
    });

    it('reads rows by their headers', async () => {
      await document.loadInfo();
      const rows = await document.sheetsByTitle.Sheet1!.getRows();
      expect(rows.map((row) => row.toObject())).toMatchObject([
        { id: 'a', name: 'Alice', amount: '1234.5', day: '2020-01-01' },
        { id: 'b', name: '', amount: '7' },
        {},
        { id: 'd', name: 'Dora', amount: '0123', day: 'TRUE' },
      ]);
    });

    it('reads cells', async () => {
      await document.loadInfo();
      const sheet = document.sheetsByIndex[0]!;
      await sheet.loadCells('A1:D2');
      expect(sheet.getCell(1, 2).value).toBe(1234.5);
      expect(sheet.getCellByA1('D2').formattedValue).toBe('2020-01-01');
    });

    it('adds, changes and deletes rows', async () => {
      await document.loadInfo();
      const sheet = document.sheetsByTitle.Sheet1!;
      const added = await sheet.addRow({ id: 'e', name: 'Ed', amount: 12 });
      added.set('name', 'Edward');
      await added.save();
      const rows = await sheet.getRows();
      await rows[0]!.delete();
      const names = (await sheet.getRows()).map((row) => row.get('name') as unknown);
      expect(names).toEqual(['', 'Edward', 'Dora']);
    });

    it('gets the right errors', async () => {
      emulator.files.unshare(id, BOT);
      await expect(document.loadInfo()).rejects.toThrow('The caller does not have permission');
    });
  });
});
