import { connect } from 'node:net';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { NotesApi, ROBOT } from '../testing/notes-api';
import { NOTES_SCOPE } from '../testing/notes-module';

let api: NotesApi;

beforeEach(async () => {
  api = await NotesApi.start();
});
afterEach(() => api.stop());

const NOTE = '/v4/spreadsheets/notes/7';

/** A request without what `fetch` adds and hides. */
function rawGet(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ raw: string[]; body: Buffer }> {
  const token = api.core.accounts.issue(ROBOT, [NOTES_SCOPE]);
  return new Promise((resolve, reject) => {
    request(
      `${api.url}${path}`,
      { headers: { authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ raw: response.rawHeaders, body: Buffer.concat(chunks) }),
        );
        response.on('error', reject);
      },
    )
      .on('error', reject)
      .end();
  });
}

describe('answers', () => {
  it('are indented JSON with the characters escaped that Google escapes', async () => {
    const response = await api.fetch(NOTE);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '{\n  "id": "7",\n  "text": "\\u003cb\\u003e&nbsp;\\u2028\\u200b\\ufeff\\u003c/b\\u003e 🌵"\n}\n',
    );
  });

  it('are compact on request, but errors are not', async () => {
    const compact = await api.fetch(`${NOTE}?prettyPrint=false`);
    expect(await compact.text()).toMatch(/^\{"id":"7",.*\}$/);
    const error = await api.fetch('/v4/spreadsheets/notes/missing?prettyPrint=false');
    expect(await error.text()).toMatch(/^\{\n {2}"error": \{\n {4}"code": 404,/);
  });

  it('of Sheets have its headers, in chunks', async () => {
    const { raw } = await rawGet(NOTE);
    const headers = raw.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${raw[i + 1]}`] : []));
    expect(headers).toEqual(
      expect.arrayContaining([
        'Server: ESF',
        'Cache-Control: private',
        'Vary: Origin',
        'Vary: X-Origin',
        'Vary: Referer',
        'X-XSS-Protection: 0',
        'X-Frame-Options: SAMEORIGIN',
        'X-Content-Type-Options: nosniff',
        'x-l2-request-path: l2-managed-6',
        'Content-Type: application/json; charset=UTF-8',
        'Transfer-Encoding: chunked',
      ]),
    );
    expect(headers.join()).not.toMatch(/etag|content-length|content-encoding/i);
  });

  it('of Drive must not be cached', async () => {
    const response = await api.fetch('/drive/v3/notes/7');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
      pragma: 'no-cache',
      expires: 'Mon, 01 Jan 1990 00:00:00 GMT',
      vary: 'Origin, X-Origin',
    });
  });

  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['gzip;q=0', false],
    ['identity', false],
  ])('for Accept-Encoding %p are compressed: %p', async (accepted, isGzip) => {
    const { raw, body } = await rawGet(NOTE, { 'accept-encoding': accepted });
    expect(raw.includes('gzip')).toBe(isGzip);
    const text = (isGzip ? gunzipSync(body) : body).toString();
    expect(JSON.parse(text)).toMatchObject({ id: '7' });
    expect(api.core.log.entries().at(-1)?.responseBytes).toBe(body.length);
  });

  it('without a body have none', async () => {
    const response = await api.fetch(NOTE, { method: 'DELETE' });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });
});

describe('routes', () => {
  it.each([
    ['GET', '/v4/spreadsheets/notes/7/', 400],
    ['PATCH', NOTE, 400],
    ['GET', '/v4/spreadsheets/notes/%E0%A4%A', 400],
    ['GET', '/drive/v3/nothing', 404],
    ['GET', '/drive/v3/notes/%ZZ', 400],
    ['GET', '/', 404],
    ['GET', '/token', 404],
    ['PUT', '/drive/v3/notes/7', 404],
  ])('%s %s, which no API has, is a page with status %d', async (method, path, status) => {
    const response = await api.fetch(path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(await response.text()).toContain(`<title>Error ${status}`);
  });

  it('decode what is in the path once', async () => {
    const response = await api.fetch('/v4/spreadsheets/notes/a%20%2525%2Fb');
    expect(await response.json()).toMatchObject({ id: 'a %25/b' });
  });

  it('refuse a URL that is longer than Google takes', async () => {
    expect((await api.fetch(`${NOTE}?x=${'y'.repeat(8100)}`)).status).toBe(200);
    const response = await api.fetch(`${NOTE}?x=${'y'.repeat(8200)}`);
    expect(response.status).toBe(414);
    expect((await api.fetch(`${NOTE}?x=${'y'.repeat(60_000)}`)).status).toBe(414);
  });

  it('that fail for a reason of their own are an internal error, which somebody hears of', async () => {
    const response = await api.fetch('/v4/spreadsheets/notes/broken');
    expect(await response.json()).toEqual({
      error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' },
    });
    expect(api.errors).toEqual([new TypeError('a mistake in the emulator')]);
  });
});

describe('bodies', () => {
  const post = (body: string): Promise<Response> =>
    api.fetch('/v4/spreadsheets/notes', { method: 'POST', body });

  it('are JSON, or nothing', async () => {
    expect(await (await post('{"a": [1]}')).json()).toEqual({ written: { a: [1] } });
    await post('');
    expect(api.module.written).toEqual([{ a: [1] }, undefined]);
  });

  it.each(['{"a": }', '{"a": 1', 'a=b', '[1,]'])('such as %p are refused', async (body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: 400,
        message: expect.stringMatching(/^Invalid JSON payload received\. Unexpected /),
        status: 'INVALID_ARGUMENT',
      },
    });
  });

  it.each(['[', '{"a":'])('that are nested too deep (%s) are refused', async (open) => {
    const close = open === '[' ? ']' : '}';
    const nested = (depth: number): string => `${open.repeat(depth)}0${close.repeat(depth)}`;
    expect((await post(nested(100))).status).toBe(200);
    const response = await post(nested(20_000));
    expect(await response.json()).toMatchObject({
      error: { code: 400, message: expect.stringMatching(/^Invalid JSON payload received\. /) },
    });
  });

  it('may have any number of brackets in a text', async () => {
    expect((await post(JSON.stringify({ text: `\\"${'['.repeat(500)}` }))).status).toBe(200);
  });

  it('that are too large are refused', async () => {
    const response = await post(`"${'x'.repeat(16 * 1024 * 1024)}"`);
    expect(await response.json()).toMatchObject({
      error: { code: 400, message: 'Request payload size exceeds the limit: 16777216 bytes.' },
    });
    expect(api.module.written).toEqual([]);
  });
});

describe('long answers', () => {
  const long = (count: number): string => `/v4/spreadsheets/notes/7:long?count=${count}`;

  it.each(['identity', 'gzip'])('arrive whole (%s)', async (encoding) => {
    const response = await api.fetch(long(5000), { headers: { 'accept-encoding': encoding } });
    const text = await response.text();
    expect(text).toContain('x\\u003c"');
    const rows = JSON.parse(text) as string[];
    expect([rows.length, rows.every((row) => row === `${'x'.repeat(1000)}<`)]).toEqual([
      5000,
      true,
    ]);
  });

  it('are made in the pace of the reader and no longer than there is one', async () => {
    const token = api.core.accounts.issue(ROBOT, [NOTES_SCOPE]);
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(`GET ${long(1e6)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const made = await settled(() => api.module.pieces);
    expect(made).toBeLessThan(50_000);
    socket.destroy();
    await settled(() => api.core.log.entries()[0]?.durationMs ?? 0);
    expect(api.core.log.entries()[0]?.durationMs).toBeGreaterThan(0);
    expect(api.module.pieces).toBeLessThan(made + 1000);
  });

  it('leave turns to other requests', async () => {
    const slow = api.fetch(long(60_000)).then((response) => response.arrayBuffer());
    const quick = await api.fetch(NOTE);
    expect(quick.status).toBe(200);
    expect(api.module.pieces).toBeLessThan(60_000);
    expect((await slow).byteLength).toBeGreaterThan(60_000_000);
  });

  it('whose first piece cannot be made are an error', async () => {
    const response = await api.fetch(long(-1));
    expect(await response.json()).toMatchObject({ error: { message: 'Count is below 0' } });
  });
});

it('ends what hangs when it stops', async () => {
  api.core.faults.add({ kind: 'hang' });
  const hanging = api.fetch(NOTE).catch((error: unknown) => error);
  await settled(() => api.core.log.entries().length);
  await api.stop();
  expect(await hanging).toMatchObject({ message: 'fetch failed' });
});

/** A number once it has stood still for a while. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1, same = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = read();
    same = now === before && now > 0 ? same + 1 : 0;
    if (same === 5) return now;
    before = now;
  }
}
