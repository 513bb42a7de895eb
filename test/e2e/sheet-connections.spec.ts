import { GENERAL_ERRORS } from '@tributary/contracts';
import { type SpreadsheetHandle } from '@tributary/google-emulator';
import { RunKindControl, RunService } from '@tributary/pipeline';
import { Types } from 'mongoose';
import { MappingValidator } from '../../src/sheet-crawler/connections/mapping-validator.service';
import { type Client } from '../factories/client';
import { newUser } from '../factories/live-client';
import { READER, SheetApp } from '../factories/sheet-app';

const PATH = '/api/v1/sheet-connections';
const HEADER = ['Order ID', 'Date', 'Total', 'Note', 'Note'];
const MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total', sheet_column: 'Total', data_type: 'number' },
];
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

describe('connections of sheets', () => {
  let app: SheetApp;
  let client: Client;
  let sheet: SpreadsheetHandle;

  beforeAll(async () => {
    app = await SheetApp.start();
  });

  beforeEach(async () => {
    client = await app.client(newUser());
    sheet = app
      .sheet([HEADER, ['A1', '31/12/2026', 5, 'x', 'y'], ['', '', 7], ['A3', '', 'much']])
      .addTab({ title: 'Sheet1', rows: [['SKU'], ['s1'], ['s2']] })
      .addTab({ title: 'Nhập kho', sheetId: 77, rows: [['Mã'], ['n1']] });
  });

  const address = (rest = '') => `https://docs.google.com/spreadsheets/d/${sheet.id}/edit${rest}`;
  const body = (changes: object = {}) => ({
    sheet_id: sheet.id,
    sheet_name: 'Orders',
    column_mappings: MAPPING,
    ...changes,
  });
  const since = () => app.emulator.log.entries().at(-1)?.sequence ?? 0;

  async function refused(changes: object, status = 422): Promise<Problem[]> {
    const answer = await client.post(PATH, body(changes));
    expect({ status: answer.status, body: answer.body as unknown }).toMatchObject({ status });
    return (answer.body as { detail: Problem[] }).detail;
  }

  describe('are created', () => {
    it('with an id, and defaults for the rest', async () => {
      const mapping = [{ system_field: 'sku', sheet_column: 'SKU' }];
      const request = { sheet_id: sheet.id, column_mappings: mapping };
      const { body: created } = await client.post(PATH, request).expect(201);
      expect(created).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        sheet_id: sheet.id,
        sheet_name: 'Sheet1',
        column_mappings: [{ ...mapping[0], data_type: 'string', required: false }],
        header_row: 1,
        data_start_row: 2,
        sync_enabled: true,
        sync_mode: 'append',
        key_column: null,
        error_code: null,
        header_drift: null,
      });
      const { id } = created as { id: string };
      await app.idle(client, id);
      expect((await app.rows(client, id)).map(({ data }) => data.sku)).toEqual(['s1', 's2']);
    });

    it('with the address that the browser shows, and the tab that it points at', async () => {
      const mapping = [{ system_field: 'sku', sheet_column: 'A' }];
      const connected = async (rest: string) => {
        const request = { sheet_id: address(rest), column_mappings: mapping };
        return (await client.post(PATH, request).expect(201)).body as object;
      };
      expect(await connected('')).toMatchObject({ sheet_id: sheet.id, sheet_name: 'Sheet1' });
      expect(await connected('?gid=77#gid=77')).toMatchObject({ sheet_name: 'Nhập kho' });
      expect(await connected(`#gid=${sheet.sheetId('Orders')}`)).toMatchObject({
        sheet_name: 'Orders',
      });
    });

    it('with a tab named in another case, under the name that it has', async () => {
      const { body: created } = await client.post(PATH, body({ sheet_name: 'oRDERS' }));
      expect(created).toMatchObject({ sheet_name: 'Orders' });
    });

    it('without being synced when they are disabled', async () => {
      const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
      const { body: status } = await client.get(`${PATH}/${id}/sync-status`).expect(200);
      expect(status).toMatchObject({ status: 'pending', active_run: null, last_synced_row: 0 });
    });

    it('for columns whose headers differ in nothing but blanks', async () => {
      const twins = app.sheet([
        [' Qty ', 'Qty'],
        [1, 2],
      ]);
      const id = await app.connect(client, twins, [
        { system_field: 'first', sheet_column: ' Qty ', data_type: 'number' },
        { system_field: 'second', sheet_column: 'Qty', data_type: 'number' },
      ]);
      await app.idle(client, id);
      expect((await app.rows(client, id)).map(({ data }) => data)).toEqual([
        { first: 1, second: 2 },
      ]);
    });
  });

  describe('are refused', () => {
    const share = { detail: `Cannot access sheet. Please share with ${READER}` };

    it('for a sheet that is not shared, or is not there', async () => {
      const secret = app.sheet([HEADER], { readers: [] });
      await client.post(PATH, body({ sheet_id: secret.id })).expect(400, share);
      await client.post(PATH, body({ sheet_id: '1unknownunknownunknown' })).expect(400, share);
      await client.get(`/api/v1/spreadsheets/${secret.id}`).expect(400, share);
      const withTab = { sheet_id: `${address()}#gid=1`.replace(sheet.id, secret.id) };
      await client.post(PATH, { ...withTab, column_mappings: MAPPING }).expect(400, share);
    });

    it('for an Excel file', async () => {
      const file = app.emulator.files.add({ name: 'x', mimeType: EXCEL, readers: [READER] });
      const answer = await client.post(PATH, body({ sheet_id: file.id })).expect(400);
      expect(answer.body).toEqual({ detail: expect.stringContaining('Excel') as string });
    });

    it('for a tab that is not there, with those that are', async () => {
      const [problem] = await refused({ sheet_name: 'Ordres' });
      expect(problem).toMatchObject({ loc: ['body', 'sheet_name'], type: 'no_such_tab' });
      for (const title of ['Ordres', 'Orders', 'Sheet1', 'Nhập kho']) {
        expect(problem?.msg).toContain(`"${title}"`);
      }
      const [byNumber] = await refused({ sheet_id: address('#gid=123'), sheet_name: undefined });
      expect(byNumber).toMatchObject({ loc: ['body', 'sheet_id'], type: 'no_such_tab' });
    });

    it('for columns that are not there, with the headers that are, all at once', async () => {
      const problems = await refused({
        column_mappings: [
          { system_field: 'a', sheet_column: 'Amount' },
          { system_field: 'b', sheet_column: 'Total' },
          { system_field: 'c', sheet_column: 'ZZZ' },
        ],
        sync_mode: 'mirror',
        key_column: 'Key',
      });
      expect(problems.map(({ loc }) => loc)).toEqual([
        ['body', 'column_mappings', 0, 'sheet_column'],
        ['body', 'column_mappings', 2, 'sheet_column'],
        ['body', 'key_column'],
      ]);
      for (const text of ['Amount', '"Order ID" (column A)', '"Total" (column C)']) {
        expect(problems[0]?.msg).toContain(text);
      }
    });

    it('for a header that is there twice, with the columns that bear it', async () => {
      const column_mappings = [{ system_field: 'note', sheet_column: 'note' }];
      const [problem] = await refused({ column_mappings });
      expect(problem?.msg).toContain('D, E');
    });

    it.each(['$set', 'a.b', '__proto__', 'constructor', 'a\0b', '  '])(
      'for the system field %j',
      async (system_field) => {
        const log = since();
        const [problem] = await refused({
          column_mappings: [{ system_field, sheet_column: 'Total' }],
        });
        expect(problem?.loc).toEqual(['body', 'column_mappings', 0, 'system_field']);
        expect(app.emulator.log.entries({ since: log })).toEqual([]);
      },
    );

    it('for a field that is mapped twice', async () => {
      const [problem] = await refused({ column_mappings: [MAPPING[0], MAPPING[0]] });
      expect(problem).toMatchObject({
        loc: ['body', 'column_mappings', 1, 'system_field'],
        type: 'repeated_field',
      });
    });

    it('for data above the header, and for a key in append mode', async () => {
      expect(await refused({ header_row: 3 })).toMatchObject([{ type: 'above_header' }]);
      expect(await refused({ key_column: 'Order ID' })).toMatchObject([
        { loc: ['body', 'key_column'], type: 'no_key_in_append_mode' },
      ]);
    });

    it.each([
      [{ sheet_id: undefined }],
      [{ sheet_id: 7 }],
      [{ sheet_id: ['x'] }],
      [{ sheet_id: { $ne: '' } }],
      [{ sheet_id: '' }],
      [{ sheet_id: 'https://example.com/' }],
      [{ sheet_id: 'x'.repeat(5_000) }],
      [{ sheet_name: null }],
      [{ sheet_name: '' }],
      [{ column_mappings: undefined }],
      [{ column_mappings: null }],
      [{ column_mappings: {} }],
      [{ column_mappings: ['Total'] }],
      [{ column_mappings: [null] }],
      [{ column_mappings: [{}] }],
      [{ column_mappings: [{ ...MAPPING[0], data_type: 'money' }] }],
      [{ column_mappings: [{ ...MAPPING[0], required: 'yes' }] }],
      [{ column_mappings: [{ ...MAPPING[0], index: 3 }] }],
      [{ column_mappings: Array.from({ length: 501 }, () => MAPPING[0]) }],
      [{ header_row: 0 }],
      [{ header_row: 1.5 }],
      [{ header_row: '1' }],
      [{ data_start_row: 1e300 }],
      [{ sync_enabled: 'true' }],
      [{ sync_mode: 'replace' }],
      [{ user_id: 'somebody' }],
      [{ generation: 7 }],
    ])('for the absurd body %j', async (changes) => {
      const problems = await refused(changes);
      expect(problems.length).toBeGreaterThan(0);
      expect((await client.get(PATH).expect(200)).body).toEqual([]);
    });

    it.each([['[]'], ['7'], ['"x"'], ['null'], ['{"sheet_id":']])(
      'for the body %s',
      async (text) => {
        const answer = await client.post(PATH).set('Content-Type', 'application/json').send(text);
        expect([400, 422]).toContain(answer.status);
      },
    );
  });

  it("answer for another's id as for one that does not exist, whatever is asked", async () => {
    const id = await app.connect(client, sheet, MAPPING);
    await app.idle(client, id);
    const { body: runs } = await client.get(`${PATH}/${id}/runs`).expect(200);
    const runId = (runs as { data: { run_id: string }[] }).data[0]?.run_id;
    const stranger = await app.client(newUser());
    const nobody = new Types.ObjectId().toHexString();
    const asked = (path: string) => [
      stranger.get(path),
      stranger.put(path, { sync_enabled: false }),
      stranger.put(path, { column_mappings: MAPPING }),
      stranger.delete(path),
      stranger.post(`${path}/sync`),
      stranger.get(`${path}/sync-status`),
      stranger.get(`${path}/preview`),
      stranger.get(`${path}/data`),
      stranger.get(`${path}/runs`),
      stranger.get(`${path}/runs/${runId}`),
      stranger.post(`${path}/suggest-mapping`),
    ];
    const log = since();
    for (const other of [id, nobody, 'nonsense', '%00', '__proto__']) {
      for (const request of asked(`${PATH}/${other}`)) {
        await request.expect(404, { detail: 'Connection not found' });
      }
    }
    expect(app.emulator.log.entries({ since: log })).toEqual([]);
    expect((await stranger.get(PATH).expect(200)).body).toEqual([]);
    await client.get(`${PATH}/${id}`).expect(200);
    await client.get(`${PATH}/${id}/runs/${nobody}`).expect(404, { detail: 'Run not found' });
    const other = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
    await client.get(`${PATH}/${other}/runs/${runId}`).expect(404, { detail: 'Run not found' });
  });

  describe('are updated', () => {
    it('in what is given only, and without a look at the sheet where none is needed', async () => {
      const id = await app.connect(client, sheet, MAPPING, { sync_mode: 'mirror' });
      await app.idle(client, id);
      const { body: before } = await client.get(`${PATH}/${id}`).expect(200);
      const log = since();
      const { body: disabled } = await client
        .put(`${PATH}/${id}`, { sync_enabled: false })
        .expect(200);
      const updated_at = expect.any(String) as string;
      expect(disabled).toEqual({ ...(before as object), sync_enabled: false, updated_at });
      await client.put(`${PATH}/${id}`, {}).expect(200);
      expect(app.emulator.log.entries({ since: log })).toEqual([]);
      const { body: keyed } = await client
        .put(`${PATH}/${id}`, { key_column: 'Order ID' })
        .expect(200);
      expect(keyed).toEqual({ ...(disabled as object), key_column: 'Order ID', updated_at });
    });

    it('with the same checks as they are created', async () => {
      const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
      const { body: before } = await client.get(`${PATH}/${id}`).expect(200);
      for (const changes of [
        { sheet_name: 'Ordres' },
        { sheet_name: null },
        { column_mappings: [{ system_field: 'a', sheet_column: 'Amount' }] },
        { header_row: 2 },
        { key_column: 'Order ID' },
        { sync_enabled: null },
        { sheet_id: sheet.id },
        { user_id: 'somebody' },
      ]) {
        await client.put(`${PATH}/${id}`, changes).expect(422);
      }
      expect((await client.get(`${PATH}/${id}`)).body).toEqual(before);
    });
  });

  describe('that are changed by several requests at once', () => {
    const RENAMED = [MAPPING[0], { ...MAPPING[1], system_field: 'amount' }];
    const KEYED = { sync_mode: 'mirror', key_column: 'Order ID' };
    const generationOf = async (id: string) => {
      const found = await app.store
        .collection('sheet_connections')
        .findOne({ _id: new Types.ObjectId(id) });
      return found?.generation as number;
    };

    /** What happens after a request has read the connection and asked Google, before it writes. */
    function beforeWrite(happening: (check: number) => Promise<unknown>): void {
      const validator = app.test.app.get(MappingValidator, { strict: false });
      const check = validator.check.bind(validator);
      let checks = 0;
      jest.spyOn(validator, 'check').mockImplementation(async (...request) => {
        const number = (checks += 1);
        const checked = await check(...request);
        await happening(number);
        return checked;
      });
    }

    afterEach(() => jest.restoreAllMocks());

    it.each([
      [{ column_mappings: RENAMED }, KEYED],
      [KEYED, { column_mappings: RENAMED }],
    ])('keep what each of them changed: %j, %j', async (late, early) => {
      const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
      const generation = await generationOf(id);
      beforeWrite(async (check) => {
        if (check === 1) await client.put(`${PATH}/${id}`, early).expect(200);
      });
      const { body: updated } = await client.put(`${PATH}/${id}`, late).expect(200);
      const columns = RENAMED.map((column) => expect.objectContaining(column) as object);
      expect(updated).toMatchObject({ ...KEYED, column_mappings: columns });
      expect((await client.get(`${PATH}/${id}`)).body).toEqual(updated);
      expect(await generationOf(id)).toBe(generation + 2);
    });

    it('are checked again as they are by then', async () => {
      const id = await app.connect(client, sheet, MAPPING, { ...KEYED, sync_enabled: false });
      beforeWrite(async (check) => {
        if (check === 1) await client.put(`${PATH}/${id}`, { sync_mode: 'append' }).expect(200);
      });
      const { body } = await client.put(`${PATH}/${id}`, { key_column: 'Total' }).expect(422);
      expect((body as { detail: Problem[] }).detail).toMatchObject([
        { type: 'no_key_in_append_mode' },
      ]);
      expect((await client.get(`${PATH}/${id}`)).body).toMatchObject({
        sync_mode: 'append',
        key_column: null,
      });
    });

    it('have the new name of a tab that a sync found meanwhile', async () => {
      const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
      await app.sync(client, id);
      beforeWrite(async () => {
        sheet.renameTab('Orders', 'Orders 2025');
        expect(await app.sync(client, id)).toMatchObject({ status: 'succeeded' });
      });
      const { body } = await client.put(`${PATH}/${id}`, { sheet_type: 'orders' }).expect(200);
      expect(body).toMatchObject({ sheet_type: 'orders', sheet_name: 'Orders 2025' });
    });

    it('refuse a request that others overtake again and again', async () => {
      const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
      const start = await generationOf(id);
      let overtaken = 0;
      beforeWrite(async () => {
        overtaken += 1;
        await app.store
          .collection('sheet_connections')
          .updateOne({ _id: new Types.ObjectId(id) }, { $inc: { generation: 1 } });
      });
      const { body: before } = await client.get(`${PATH}/${id}`).expect(200);
      await client
        .put(`${PATH}/${id}`, { data_start_row: 3 })
        .expect(409, { detail: GENERAL_ERRORS.CONCURRENT_CHANGE.sentence });
      expect((await client.get(`${PATH}/${id}`)).body).toEqual(before);
      expect(await generationOf(id)).toBe(start + overtaken);
    });
  });

  it('show a preview of the sheet as it is, and count its rows', async () => {
    const rows = Array.from({ length: 130 }, (_, at) => [`A${at}`, '', at]);
    const large = app.sheet([['a.b', '$x', 'Total', '__proto__', 'Note', 'Note'], ...rows]);
    large.set('Orders', 'D2', [['p', 'n1', 'n2']]);
    const id = await app.connect(client, large, [
      { system_field: 'total', sheet_column: 'Total', data_type: 'integer' },
    ]);
    const { body: preview } = await client.get(`${PATH}/${id}/preview?rows=3`).expect(200);
    expect(preview).toMatchObject({
      headers: ['a.b', '$x', 'Total', '__proto__', 'Note', 'Note'],
      mapped: [{ total: 0 }, { total: 1 }, { total: 2 }],
      total_rows: 130,
      is_exact: true,
    });
    expect((preview as { rows: object[] }).rows[0]).toEqual({
      'a．b': 'A0',
      Total: '0',
      '＿＿proto＿＿': 'p',
      Note: 'n1',
      'Note (F)': 'n2',
    });
    const counted = async (query: string) => {
      const answer = await client.get(`${PATH}/${id}/preview${query}`).expect(200);
      return (answer.body as { rows: unknown[] }).rows.length;
    };
    expect([await counted(''), await counted('?rows=51'), await counted('?rows=1')]).toEqual([
      10, 50, 1,
    ]);
    for (const rows of ['0', '-1', 'many', '1.5']) {
      await client.get(`${PATH}/${id}/preview?rows=${rows}`).expect(422);
    }
  });

  it('have their rows, their runs and what was wrong with rows', async () => {
    const id = await app.connect(client, sheet, MAPPING);
    await app.idle(client, id);
    const { body: page } = await client.get(`${PATH}/${id}/data?page=2&page_size=1`).expect(200);
    expect(page).toMatchObject({
      data: [
        { row_number: 4, data: { order_id: 'A3', total: 'much' }, raw_data: { Total: 'much' } },
      ],
      total: 2,
      page: 2,
      page_size: 1,
      total_pages: 2,
    });
    await app.sync(client, id);
    const { body: runs } = await client.get(`${PATH}/${id}/runs?page_size=1`).expect(200);
    expect(runs).toMatchObject({ total: 2, data: [{ counts: { rows_read: 0 } }] });
    const { body: first } = await client.get(`${PATH}/${id}/runs?page_size=1&page=2`).expect(200);
    const runId = (first as { data: { run_id: string }[] }).data[0]?.run_id;
    const { body: details } = await client.get(`${PATH}/${id}/runs/${runId}`).expect(200);
    expect(details).toMatchObject({
      status: 'succeeded',
      counts: { rows_read: 3, rows_written: 2, rows_skipped: 1, rows_failed: 0, cell_problems: 1 },
      problems: [
        { row_number: 3, kind: 'missing_required', field: 'order_id' },
        { row_number: 4, kind: 'cell', field: 'total', column: 'C' },
      ],
    });
  });

  it('that are deleted stay deleted: nobody can cancel the run that does it', async () => {
    const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
    const kinds = app.test.app.get(RunKindControl);
    const runs = app.test.app.get(RunService);
    await kinds.pause('sheet.deletion');
    await client.delete(`${PATH}/${id}`).expect(204);
    const [[run]] = await runs.list({ kind: 'sheet.deletion', subject: id }, 0, 1);
    await expect(runs.cancel(run?.id ?? '')).rejects.toMatchObject({
      code: 'RUN_NOT_CANCELLABLE',
      definition: { status: 409 },
    });
    await kinds.resume('sheet.deletion');
    await app.settled();
    expect(
      await app.store.collection('sheet_connections').countDocuments({ user_id: run?.owner }),
    ).toBe(0);
  });

  it('are asked for once, however often', async () => {
    const id = await app.connect(client, sheet, MAPPING, { sync_enabled: false });
    const kinds = app.test.app.get(RunKindControl);
    await kinds.pause('sheet.sync');
    try {
      const { body: first } = await client.post(`${PATH}/${id}/sync`).expect(202);
      const { body: second } = await client.post(`${PATH}/${id}/sync`).expect(202);
      expect(first).toMatchObject({ connection_id: id, status: 'queued', already_queued: false });
      expect(second).toEqual({ ...(first as object), already_queued: true });
      const { body: status } = await client.get(`${PATH}/${id}/sync-status`).expect(200);
      const { run_id } = first as { run_id: string };
      expect(status).toMatchObject({ active_run: { run_id, status: 'queued' } });
    } finally {
      await kinds.resume('sheet.sync');
    }
    await app.idle(client, id);
    await client.post(`${PATH}/${id}/sync`, { accept_deletions: 'yes' }).expect(422);
    await client.post(`${PATH}/${id}/sync`, { force: true }).expect(422);
  });

  it('can be chosen from what a spreadsheet has', async () => {
    const { body: described } = await client.get(`/api/v1/spreadsheets/${sheet.id}`).expect(200);
    expect(described).toMatchObject({
      sheet_id: sheet.id,
      title: 'Shop',
      time_zone: 'Etc/GMT',
      locale: 'en_US',
      tabs: [
        { title: 'Orders', hidden: false, rows: 1000, columns: 26 },
        { title: 'Sheet1' },
        { title: 'Nhập kho' },
      ],
      headers: null,
    });
    const pasted = encodeURIComponent(address('?gid=0#gid=0'));
    const { body: byAddress } = await client
      .get(`/api/v1/spreadsheets/${pasted}?tab=orders`)
      .expect(200);
    expect(byAddress).toMatchObject({
      sheet_id: sheet.id,
      headers: HEADER.map((header, at) => ({ column: 'ABCDE'[at], header })),
    });
    const missing = await client.get(`/api/v1/spreadsheets/${sheet.id}?tab=None`).expect(422);
    expect(JSON.stringify(missing.body)).toContain('Nhập kho');
    await client.get('/api/v1/spreadsheets/x').expect(422);
    await client.get(`/api/v1/spreadsheets/${sheet.id}?header_row=0`).expect(422);
  });

  it('get a mapping proposed for Vietnamese headers', async () => {
    const orders = app.sheet(
      [
        ['Mã đơn hàng', 'Ngày đặt', 'Khách hàng', 'SĐT', 'Thành tiền', 'Ghi chú nội bộ'],
        ['DH001', '31/12/2026', 'Nguyễn An', '0912345678', '1.250.000 ₫', ''],
        ['DH002', '30/12/2026', 'Trần Bình', '0987654321', '99.000 ₫', 'gấp'],
      ],
      { locale: 'vi_VN' },
    );
    const id = await app.connect(client, orders, [{ system_field: 'x', sheet_column: 'A' }]);
    const { body: answer } = await client.post(`${PATH}/${id}/suggest-mapping`).expect(200);
    const { suggestions } = answer as { suggestions: Record<string, unknown>[] };
    expect(suggestions).toMatchObject([
      {
        system_field: 'order_id',
        sheet_column: 'Mã đơn hàng',
        data_type: 'string',
        required: true,
      },
      { system_field: 'order_date', sheet_column: 'Ngày đặt', data_type: 'date' },
      { system_field: 'customer_name', sheet_column: 'Khách hàng' },
      { system_field: 'phone', sheet_column: 'SĐT', data_type: 'string' },
      { sheet_column: 'Thành tiền' },
      { sheet_column: 'Ghi chú nội bộ' },
    ]);
    const column_mappings = suggestions.map(({ confidence, ...mapping }) => {
      expect(confidence).toEqual(expect.any(Number));
      return mapping;
    });
    await client.put(`${PATH}/${id}`, { column_mappings }).expect(200);
  });

  it('tell whom to share with', async () => {
    const { body: account } = await client.get('/api/v1/service-account').expect(200);
    expect(account).toEqual({
      email: READER,
      instructions: expect.stringContaining(READER) as string,
    });
  });
});

describe('connections with several service accounts', () => {
  const accounts = ['one', 'two', 'three'].map((name) => `${name}@shop.iam.gserviceaccount.com`);

  it('spread users over them, and read what is shared with another of them', async () => {
    const app = await SheetApp.start({}, accounts);
    const asked = new Set<string>();
    for (let users = 0; users < 30; users += 1) {
      const client = await app.client(newUser());
      const { body } = await client.get('/api/v1/service-account').expect(200);
      asked.add((body as { email: string }).email);
    }
    expect([...asked].sort()).toEqual([...accounts].sort());
    const client = await app.client(newUser());
    const { body } = await client.get('/api/v1/service-account').expect(200);
    const { email } = body as { email: string };
    const other = accounts.find((account) => account !== email) as string;
    const sheet = app.sheet([HEADER, ['A1']], { readers: [other] });
    const id = await app.connect(client, sheet, MAPPING);
    await app.idle(client, id);
    expect(await app.rows(client, id)).toHaveLength(1);
    await client.get(`${PATH}/${id}/preview`).expect(200);
    await client.get(`/api/v1/spreadsheets/${sheet.id}`).expect(200);
    const secret = app.sheet([HEADER], { readers: [] });
    await client
      .get(`/api/v1/spreadsheets/${secret.id}`)
      .expect(400, { detail: `Cannot access sheet. Please share with ${email}` });
  });
});
