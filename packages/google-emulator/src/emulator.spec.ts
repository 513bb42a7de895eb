import { drive as driveClient } from '@googleapis/drive';
import { sheets as sheetsClient } from '@googleapis/sheets';
import { gaxios, JWT } from 'google-auth-library';
import { GoogleSpreadsheet } from 'google-spreadsheet';
import { GoogleEmulator } from './emulator';

const EMAIL = 'robot@project-one.iam.gserviceaccount.com';
const SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets.readonly',
  'https://www.googleapis.com/auth/drive.metadata.readonly',
];

let emulator: GoogleEmulator;
let auth: JWT;
let id: string;

beforeAll(async () => {
  emulator = await GoogleEmulator.start();
  const key = emulator.accounts.create(EMAIL);
  const transporter = new gaxios.Gaxios({ fetchImplementation: fetch });
  transporter.interceptors.request.add({
    resolved: (config) => {
      const url = new URL(config.url);
      config.url = new URL(`${emulator.url}${url.pathname}${url.search}`);
      return Promise.resolve(config);
    },
  });
  auth = new JWT({ email: EMAIL, key: key.private_key, scopes: SCOPES, transporter });
  const tabs = [
    {
      title: 'Đơn hàng',
      rows: [
        ['Mã', 'Tiền'],
        ['A1', 1234.5],
        ['A2', null],
        ['A3', true],
      ],
    },
  ];
  const definition = { title: 'Shop', locale: 'vi_VN', tabs };
  ({ id } = emulator.sheets.create(definition, { readers: [EMAIL] }));
});
afterAll(() => emulator.stop());
afterEach(() => emulator.reset());

// Google's clients bring a copy of the library of their own, whose types differ only in name.
const clientOptions = (): { auth: never; rootUrl: string } => ({
  auth: auth as never,
  rootUrl: `${emulator.url}/`,
});

describe('GoogleEmulator', () => {
  it("is read by Google's client of Sheets", async () => {
    const { spreadsheets } = sheetsClient({ version: 'v4', ...clientOptions() });
    const { data } = await spreadsheets.values.get({
      spreadsheetId: id,
      range: "'Đơn hàng'!A2:ZZ",
      valueRenderOption: 'UNFORMATTED_VALUE',
    });
    expect(data).toEqual({
      range: "'Đơn hàng'!A2:Z1000",
      majorDimension: 'ROWS',
      values: [['A1', 1234.5], ['A2'], ['A3', true]],
    });
    await expect(spreadsheets.get({ spreadsheetId: 'unknown' })).rejects.toMatchObject({
      response: {
        status: 404,
        data: {
          error: {
            code: 404,
            message: 'Requested entity was not found.',
            status: 'NOT_FOUND',
            errors: [{ domain: 'global', reason: 'notFound' }],
          },
        },
      },
    });
  });

  it("is read by Google's client of Drive", async () => {
    const drive = driveClient({ version: 'v3', ...clientOptions() });
    const { data } = await drive.files.get({ fileId: id, fields: 'name,version' });
    expect(data).toEqual({ name: 'Shop', version: '1' });
    await expect(drive.files.get({ fileId: 'unknown' })).rejects.toMatchObject({
      response: { status: 404, data: { error: { errors: [{ reason: 'notFound' }] } } },
    });
  });

  it('is read by a client that others wrote', async () => {
    const origin = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const url = `${emulator.url}${pathname}${search}`;
      return origin(input instanceof Request ? new Request(url, input) : url, init);
    };
    try {
      const document = new GoogleSpreadsheet(id, auth);
      await document.loadInfo();
      const rows = await document.sheetsByTitle['Đơn hàng']?.getRows();
      expect([document.title, rows?.map((row) => row.toObject())]).toEqual([
        'Shop',
        [
          { Mã: 'A1', Tiền: '1234,5' },
          { Mã: 'A2', Tiền: '' },
          { Mã: 'A3', Tiền: 'TRUE' },
        ],
      ]);
    } finally {
      globalThis.fetch = origin;
    }
  });

  it('has Business Profile, for users', async () => {
    const user = emulator.accounts.createUser('owner@shop.test');
    emulator.business.add({
      id: '10',
      accountName: 'Shop',
      type: 'PERSONAL',
      members: ['owner@shop.test'],
      locations: [],
    });
    const form = new URLSearchParams({ grant_type: 'refresh_token', ...user });
    const granted = await fetch(`${emulator.url}/token`, { method: 'POST', body: form });
    const { access_token } = (await granted.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const listed = await fetch(`${emulator.url}/v1/accounts`, { headers });
    expect(await listed.json()).toMatchObject({ accounts: [{ name: 'accounts/10' }] });
    emulator.quotas.forbid('accountManagement');
    const refused = await fetch(`${emulator.url}/v1/accounts`, { headers });
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('"quota_limit_value": "0"'),
    ]);
  });

  it('is set from another process, with all of its parts', async () => {
    const response = await fetch(`${emulator.url}/emulator/`);
    const { routes } = (await response.json()) as { routes: { method: string; path: string }[] };
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /emulator/faults',
        'POST /emulator/spreadsheets',
        'PUT /emulator/drive/files/{id}/sharing',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /[\\^$?<>()]/.test(name))).toEqual([]);
  });

  it('ends with its block, and leaves the port', async () => {
    let url: string;
    {
      await using other = await GoogleEmulator.start();
      url = other.url;
      expect((await fetch(`${url}/emulator/health`)).status).toBe(200);
    }
    await expect(fetch(`${url}/emulator/health`)).rejects.toThrow('fetch failed');
    const port = Number(new URL(url).port);
    await (await GoogleEmulator.start({ port })).stop();
    await expect(
      GoogleEmulator.start({ port: Number(new URL(emulator.url).port) }),
    ).rejects.toThrow('EADDRINUSE');
  });
});
