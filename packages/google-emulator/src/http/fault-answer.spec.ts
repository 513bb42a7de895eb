import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeldClock } from '../testing/held-clock';
import { NotesApi, ROBOT } from '../testing/notes-api';

let api: NotesApi;
let clock: HeldClock;

beforeEach(async () => {
  clock = new HeldClock();
  api = await NotesApi.start(clock);
});
afterEach(() => api.stop());

const NOTE = '/v4/spreadsheets/notes/7';
const LONG = '/v4/spreadsheets/notes/7:long?count=500';

/** The first request, when it is over. */
async function firstEntry(): Promise<unknown> {
  for (;;) {
    const [entry] = api.core.log.entries();
    if (entry?.durationMs !== undefined) return entry;
    await nextTurn();
  }
}

it.each([
  [400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.'],
  [403, 'PERMISSION_DENIED', 'The caller does not have permission'],
  [404, 'NOT_FOUND', 'Requested entity was not found.'],
  [500, 'INTERNAL', 'Internal error encountered.'],
  [503, 'UNAVAILABLE', 'The service is currently unavailable.'],
  [504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'],
] as const)('a status %d has the body of Google', async (status, name, message) => {
  api.core.faults.add({ kind: 'status', status });
  const response = await api.fetch(NOTE);
  expect([response.status, await response.json()]).toEqual([
    status,
    { error: { code: status, message, status: name } },
  ]);
  expect((await api.fetch(NOTE)).status).toBe(200);
  expect(api.core.log.entries()).toMatchObject([
    { status, fault: 'status', route: 'notes.get', account: ROBOT, cost: 1 },
    expect.not.objectContaining({ fault: expect.anything() }),
  ]);
});

it('a status 429 names the quota, and a time to wait only when it is told', async () => {
  api.core.faults.add({ kind: 'status', status: 429, times: 1 });
  api.core.faults.add({ kind: 'status', status: 429, retryAfter: 7, message: 'Slow down' });
  const plain = await api.fetch(NOTE);
  expect(plain.headers.get('retry-after')).toBeNull();
  expect(await plain.text()).toContain('"quota_limit": "ReadRequestsPerMinutePerUser"');
  const told = await api.fetch(NOTE);
  expect(told.headers.get('retry-after')).toBe('7');
  expect(await told.json()).toMatchObject({ error: { message: 'Slow down' } });
});

it('a status 429 names the limits of Google where all are switched off', async () => {
  api.core.quotas.switchOff();
  api.core.faults.add({ kind: 'status', status: 429 });
  const text = await (await api.fetch(NOTE)).text();
  expect(text).toContain('"quota_limit": "ReadRequestsPerMinutePerUser"');
  expect(text).toContain('"quota_limit_value": "60"');
});

it.each([
  ['html-502', 502, 'Please try again in 30 seconds'],
  ['html-429', 429, "We're sorry..."],
] as const)('%s is a page', async (kind, status, text) => {
  api.core.faults.add({ kind });
  const response = await api.fetch(NOTE);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await response.text()).toContain(text);
});

it('a status 502 is a page as well', async () => {
  api.core.faults.add({ kind: 'status', status: 502 });
  expect(await (await api.fetch(NOTE)).text()).toContain('Error 502');
});

it('a good token is refused, but a bad one meets no fault', async () => {
  const fault = api.core.faults.add({ kind: 'expired-token', account: ROBOT });
  await api.fetch(NOTE, { headers: { authorization: 'Bearer no' } });
  expect(fault.hits).toBe(0);
  expect((await api.fetch(NOTE)).status).toBe(401);
  expect((await api.fetch(NOTE)).status).toBe(200);
  expect(fault.hits).toBe(1);
});

it('hangs until the client gives up', async () => {
  api.core.faults.add({ kind: 'hang' });
  const aborted = new AbortController();
  const hanging = api.fetch(NOTE, { signal: aborted.signal });
  while (api.core.log.entries().at(-1)?.fault !== 'hang') await nextTurn();
  expect((await api.fetch(NOTE)).status).toBe(200);
  aborted.abort();
  await expect(hanging).rejects.toThrow('aborted');
  expect(await firstEntry()).toMatchObject({ fault: 'hang', durationMs: expect.any(Number) });
  expect(await firstEntry()).not.toHaveProperty('status');
});

it('resets the connection', async () => {
  api.core.faults.add({ kind: 'reset' });
  await expect(api.fetch(NOTE)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
});

it('begins late', async () => {
  api.core.faults.add({ kind: 'slow-headers', ms: 60 });
  const answers: number[] = [];
  const answered = api.fetch(NOTE).then(({ status }) => answers.push(status));
  const pause = await clock.pause();
  expect(pause.ms).toBe(60);
  // Another request comes and goes in the meantime.
  expect((await api.fetch(NOTE)).status).toBe(200);
  expect(answers).toEqual([]);
  pause.end();
  await answered;
  expect(answers).toEqual([200]);
});

it.each(['identity', 'gzip'])('stands still after the first bytes (%s)', async (encoding) => {
  api.core.faults.add({ kind: 'slow-body', ms: 100 });
  const response = await api.fetch(LONG, { headers: { 'accept-encoding': encoding } });
  const pause = await clock.pause();
  expect(pause.ms).toBe(100);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    // The first bytes arrive during the pause, so they were sent before it.
    if (chunks.length === 0) pause.end();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  expect(chunks.length).toBeGreaterThan(1);
  expect((JSON.parse(text) as unknown[]).length).toBe(500);
});

describe.each(['identity', 'gzip'])('a body is cut (%s)', (encoding) => {
  const headers = { 'accept-encoding': encoding };

  it('with the connection', async () => {
    api.core.faults.add({ kind: 'cut-body', fraction: 0.5 });
    const response = await api.fetch(LONG, { headers });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await firstEntry()).toMatchObject({ status: 200, fault: 'cut-body' });
  });

  it('in good order, so that only the JSON is broken', async () => {
    api.core.faults.add({ kind: 'cut-body', fraction: 0.5, clean: true });
    const cut = await (await api.fetch(LONG, { headers })).text();
    const whole = await (await api.fetch(LONG, { headers })).text();
    expect(cut).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  it.each([0, 1, 100, 70_000])('after %d bytes', async (bytes) => {
    api.core.faults.add({ kind: 'cut-body', bytes, clean: true });
    expect((await (await api.fetch(LONG, { headers })).text()).length).toBe(bytes);
  });
});

it('has other content', async () => {
  api.core.faults.add({ kind: 'wrong-json', text: '{"half":' });
  api.core.faults.add({ kind: 'wrong-json', value: { values: 'no list' } });
  const first = await api.fetch(NOTE);
  expect([first.status, first.headers.get('content-type'), await first.text()]).toEqual([
    200,
    'application/json; charset=UTF-8',
    '{"half":',
  ]);
  expect(await (await api.fetch(NOTE)).json()).toEqual({ values: 'no list' });
});

it('keeps the connection of other requests', async () => {
  api.core.faults.add({ kind: 'cut-body', bytes: 3, route: 'notes.long' });
  const [cut, good] = await Promise.allSettled([
    api.fetch(LONG).then((response) => response.text()),
    api.fetch(NOTE).then((response) => response.json()),
  ]);
  expect([cut.status, good.status]).toEqual(['rejected', 'fulfilled']);
});

it('waits as long as the latency says', async () => {
  api.core.latency.set({ min: 40, max: 50 }, 'sheets');
  const answered = api.fetch(NOTE);
  const pause = await clock.pause();
  expect(pause.ms).toBeGreaterThanOrEqual(40);
  expect(pause.ms).toBeLessThan(50);
  expect((await api.fetch('/drive/v3/notes/7')).status).toBe(200);
  expect(api.core.log.entries()[0]).not.toHaveProperty('status');
  pause.end();
  expect((await answered).status).toBe(200);
});

it('waits only where the latency is set', async () => {
  await api.stop();
  api = await NotesApi.start();
  api.core.latency.set({ min: 600_000, max: 600_000 }, 'sheets');
  const aborted = new AbortController();
  const slow = api.fetch(NOTE, { signal: aborted.signal });
  expect((await api.fetch('/drive/v3/notes/7')).status).toBe(200);
  aborted.abort();
  await expect(slow).rejects.toThrow('aborted');
});
