import { request } from 'node:http';
import { NotesApi, ROBOT } from '../testing/notes-api';

let api: NotesApi;

beforeEach(async () => {
  api = await NotesApi.start();
});
afterEach(() => api.stop());

const NOTE = '/v4/spreadsheets/notes/7';

function statusFor(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${api.url}/emulator/health`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the paths under /emulator/', () => {
  it('list themselves', async () => {
    const [status, list] = await api.admin('GET', '/');
    expect(status).toBe(200);
    expect(list).toEqual({
      routes: expect.arrayContaining([
        { method: 'GET', path: '/emulator/', doc: 'This list.' },
        { method: 'GET', path: '/emulator/health', doc: 'Whether the emulator is up.' },
        { method: 'DELETE', path: '/emulator/faults/{id}', doc: 'Removes one fault.' },
        expect.objectContaining({ path: '/emulator/accounts/{email}/expire-tokens' }),
      ]),
    });
    expect(await api.admin('GET', '')).toEqual([200, list]);
  });

  it('are for this machine only', async () => {
    expect(await statusFor({ host: 'localhost:1' })).toBe(200);
    expect(await statusFor({ host: '[::1]:9010' })).toBe(200);
    expect(await statusFor({ host: '127.0.0.1.evil.test' })).toBe(403);
    expect(await statusFor({ host: 'emulator:9010' })).toBe(403);
    expect(await statusFor({ host: 'localhost', origin: 'https://evil.test' })).toBe(403);
  });

  it('are not in the log', async () => {
    await api.admin('GET', '/health');
    expect(api.core.log.entries()).toEqual([]);
  });

  it.each<[string, string, unknown, number, string]>([
    [
      'GET',
      '/nothing',
      undefined,
      404,
      'There is no GET /emulator/nothing; GET /emulator/ lists all',
    ],
    ['POST', '/clock', undefined, 400, 'Send a JSON object with advance_ms, set'],
    ['POST', '/clock', { now: 1 }, 400, 'There is no field now; the fields are advance_ms, set'],
    ['POST', '/clock', {}, 400, 'Give either advance_ms or set'],
    ['POST', '/clock', { advance_ms: '1' }, 400, 'advance_ms is a number, not "1"'],
    [
      'POST',
      '/clock',
      { set: 'soon' },
      400,
      'set is an ISO time such as 2026-01-31T08:00:00Z, or milliseconds',
    ],
    [
      'PUT',
      '/quotas',
      { limits: { sheets: {} } },
      400,
      'There is no field sheets; the fields are sheets.read',
    ],
    [
      'PUT',
      '/quotas',
      { limits: { drive: { per_user: -1 } } },
      400,
      'A limit is a number from 0 on',
    ],
    ['PUT', '/quotas', { window: 'x' }, 400, 'window is one of sliding, fixed, not "x"'],
    ['POST', '/faults', {}, 400, 'Give kind, one of status, html-502'],
    ['POST', '/faults', { kind: 'explode' }, 400, 'kind is one of status,'],
    ['POST', '/faults', { kind: 'status' }, 400, 'Give status, one of 400, 401'],
    [
      'POST',
      '/faults',
      { kind: 'hang', ms: 3 },
      400,
      'There is no field ms; the fields are kind, api',
    ],
    ['POST', '/faults', { kind: 'hang', path: '(' }, 400, 'path is a regular expression, not "("'],
    ['POST', '/faults', { kind: 'hang', route: '/(/' }, 400, 'route is a regular expression'],
    [
      'POST',
      '/faults',
      { kind: 'cut-body' },
      400,
      'A cut-body fault needs either fraction or bytes',
    ],
    ['GET', '/faults/9', undefined, 400, 'There is no fault 9; GET /emulator/faults lists them'],
    ['PUT', '/latency', {}, 400, 'Give ms, or min_ms and max_ms'],
    ['PUT', '/latency', { ms: 1, api: 'mail' }, 400, 'api is one of oauth, sheets, drive'],
    ['PUT', '/latency', { ms: -1 }, 400, 'Give a latency of 0 ms or more'],
    ['POST', '/accounts', {}, 400, 'Give email'],
    ['POST', '/accounts', { email: 'a' }, 400, 'Give the account an email, not a'],
    [
      'POST',
      '/accounts',
      { email: 'a@b', disabled_apis: ['x'] },
      400,
      'disabled_apis is a list of oauth',
    ],
    [
      'DELETE',
      '/accounts/nobody@x',
      undefined,
      400,
      'There is no account nobody@x: create it first',
    ],
    ['GET', '/log?limit=x', undefined, 400, 'limit is a number, not "x"'],
  ])('say what is wrong with %s %s %p', async (method, path, body, status, sentence) => {
    expect(await api.admin(method, path, body)).toEqual([
      status,
      { detail: expect.stringContaining(sentence) },
    ]);
  });

  it('refuse what is no JSON', async () => {
    const response = await fetch(`${api.url}/emulator/clock`, { method: 'POST', body: '{' });
    expect([response.status, await response.json()]).toEqual([
      400,
      { detail: expect.stringContaining('Invalid JSON payload received.') },
    ]);
  });
});

describe('from another process', () => {
  it('time is moved', async () => {
    const set = '2030-01-01T00:00:00.000Z';
    await api.admin('POST', '/clock', { set });
    await api.admin('POST', '/clock', { advance_ms: 86_400_000 });
    const [, shown] = await api.admin('GET', '/clock');
    expect((shown as { now: string }).now.slice(0, 10)).toBe('2030-01-02');
  });

  it('quotas are set and put back', async () => {
    const [, shown] = await api.admin('PUT', '/quotas', {
      limits: { 'sheets.read': { per_user: 1 }, reviews: { per_project: 'unlimited' } },
      window: 'fixed',
      count_refused: true,
    });
    expect(shown).toMatchObject({
      window: 'fixed',
      count_refused: true,
      limits: {
        'sheets.read': { per_user: 1, per_project: 300 },
        reviews: { per_user: 'unlimited', per_project: 'unlimited' },
      },
    });
    await api.admin('PUT', '/quotas', { limits: 'unlimited', window: 'sliding' });
    expect(api.core.quotas.limitsOf('sheets.read').perUser).toBe('unlimited');
    const [, back] = await api.admin('DELETE', '/quotas');
    expect(back).toMatchObject({ limits: { 'sheets.read': { per_user: 60 } } });
  });

  it('faults are added, counted and removed', async () => {
    const [status, added] = await api.admin('POST', '/faults', {
      kind: 'status',
      status: 503,
      retry_after: 3,
      route: '/^notes\\./',
      path: 'notes/7$',
      times: 'forever',
      after: 1,
    });
    expect([status, added]).toEqual([
      200,
      {
        id: 1,
        hits: 0,
        kind: 'status',
        status: 503,
        retry_after: 3,
        route: '/^notes\\./',
        path: '/notes\\/7$/',
        times: 'forever',
        after: 1,
      },
    ]);
    const statuses = [await api.fetch(NOTE), await api.fetch(NOTE), await api.fetch(NOTE)];
    expect(statuses.map((response) => response.status)).toEqual([200, 503, 503]);
    expect(await api.admin('GET', '/faults/1')).toMatchObject([200, { hits: 2 }]);
    expect(await api.admin('DELETE', '/faults/1')).toEqual([200, {}]);
    expect((await api.fetch(NOTE)).status).toBe(200);
    await api.admin('POST', '/faults', { kind: 'wrong-json', value: [1] });
    expect(await (await api.fetch(NOTE)).json()).toEqual([1]);
    await api.admin('DELETE', '/faults');
    expect(await api.admin('GET', '/faults')).toEqual([200, { faults: [] }]);
  });

  it('latency is set', async () => {
    await api.admin('PUT', '/latency', { min_ms: 1, max_ms: 2, api: 'drive' });
    expect(await api.admin('GET', '/latency')).toEqual([
      200,
      { all: 0, drive: { min: 1, max: 2 } },
    ]);
    await api.admin('DELETE', '/latency');
    expect(api.core.latency.next('drive')).toBe(0);
  });

  it('the log is read, filtered and cleared', async () => {
    await api.fetch(`${NOTE}?a=1&b=2&b=3`);
    await api.fetch('/v4/spreadsheets/notes/missing');
    await api.fetch('/drive/v3/notes/7');
    const [, log] = await api.admin('GET', '/log?api=sheets&limit=1');
    expect(log).toEqual({
      total: 2,
      entries: [
        {
          sequence: 2,
          time: expect.stringMatching(/^\d{4}-.*Z$/),
          arrived_at: expect.any(Number),
          duration_ms: expect.any(Number),
          response_bytes: expect.any(Number),
          api: 'sheets',
          route: 'notes.get',
          method: 'GET',
          path: '/v4/spreadsheets/notes/missing',
          query: {},
          account: ROBOT,
          status: 404,
          metric: 'sheets.read',
          cost: 1,
        },
      ],
    });
    expect(await api.admin('GET', '/log?path=notes/7$&status=200&since=0')).toMatchObject([
      200,
      { entries: [{ query: { a: '1', b: ['2', '3'] } }, { cost: 5 }] },
    ]);
    expect(await api.admin('GET', '/log/busiest?window_ms=60000')).toEqual([
      200,
      { window_ms: 60_000, cost: 7 },
    ]);
    await api.admin('DELETE', '/log');
    expect(await api.admin('GET', '/log')).toEqual([200, { total: 0, entries: [] }]);
  });

  it('accounts are made, used and removed', async () => {
    const email = 'new@project-two.iam.gserviceaccount.com';
    const [, key] = await api.admin('POST', '/accounts', { email, disabled_apis: ['drive'] });
    expect(key).toMatchObject({ type: 'service_account', client_email: email });
    const path = `/accounts/${encodeURIComponent(email)}`;
    const scopes = ['https://www.googleapis.com/auth/spreadsheets.readonly'];
    const [, token] = await api.admin('POST', `${path}/token`, { scopes });
    const authorization = `Bearer ${(token as { access_token: string }).access_token}`;
    expect((await api.fetch(NOTE, { headers: { authorization } })).status).toBe(200);
    expect((await api.fetch('/drive/v3/notes/7', { headers: { authorization } })).status).toBe(403);
    expect(await api.admin('POST', `${path}/expire-tokens`)).toEqual([200, { expired: 1 }]);
    expect((await api.fetch(NOTE, { headers: { authorization } })).status).toBe(401);
    const [, rotated] = await api.admin('POST', `${path}/rotate-key`);
    expect(rotated).not.toMatchObject({
      private_key_id: (key as { private_key_id: string }).private_key_id,
    });
    await api.admin('PUT', `${path}/disabled`, { disabled: true });
    expect(await api.admin('GET', '/accounts')).toMatchObject([
      200,
      { accounts: [{ email, disabled: true, disabled_apis: ['drive'] }, { email: ROBOT }] },
    ]);
    expect(await api.admin('DELETE', path)).toEqual([200, {}]);
    const [, user] = await api.admin('POST', '/users', { email: 'owner@shop.test' });
    expect(user).toMatchObject({ refresh_token: expect.stringMatching(/^1\/\/0/) });
    await api.admin('PUT', '/token-lifetime', { seconds: 5 });
    expect(api.core.accounts.tokenLifetimeSeconds).toBe(5);
  });

  it('the scene is put back as it was', async () => {
    api.core.files.lagMs = 5;
    api.core.faults.add({ kind: 'hang' });
    api.core.latency.set(5000);
    api.core.clock.advance(1e9);
    expect(await api.admin('POST', '/reset')).toEqual([200, {}]);
    expect((await api.fetch(NOTE)).status).toBe(200);
    expect(api.core.files.lagMs).toBe(0);
    const moment = Date.parse('2031-01-01T00:00:00Z');
    const standing = jest.spyOn(Date, 'now').mockReturnValue(moment);
    expect(api.core.clock.now()).toBe(moment);
    standing.mockRestore();
  });
});
