import * as fc from 'fast-check';
import { REQUEST_PARAMETERS } from '../auth/authorization-request';
import { NotesApi } from '../testing/notes-api';

let api: NotesApi;

beforeAll(async () => {
  api = await NotesApi.start();
});
afterAll(() => api.stop());
afterEach(() => api.core.reset());

const post = (path: string, body: URLSearchParams | string): Promise<Response> =>
  fetch(`${api.url}${path}`, { method: 'POST', body });

describe('the token endpoint', () => {
  it.each(['/token', '/oauth2/v4/token'])('at %s grants tokens', async (path) => {
    const email = `user${path.length}@shop.test`;
    const user = api.core.accounts.createUser(email);
    const response = await post(
      path,
      new URLSearchParams({ grant_type: 'refresh_token', ...user }),
    );
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'no-cache, no-store, max-age=0, must-revalidate',
    ]);
    expect(await response.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
  });

  it('refuses in a shape of its own', async () => {
    const response = await post('/token', new URLSearchParams({ grant_type: 'password' }));
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'unsupported_grant_type', error_description: 'Invalid grant_type: password' },
    ]);
  });

  it('reads forms, however the name of their type is written', async () => {
    const response = await fetch(`${api.url}/token`, {
      method: 'POST',
      headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' },
      body: 'grant_type=password',
    });
    expect(await response.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  it('reads forms only', async () => {
    const response = await post('/token', '{"grant_type": "password"}');
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  it('has the faults that name it', async () => {
    const form = new URLSearchParams({ grant_type: 'password' });
    api.core.faults.add({ kind: 'status', status: 503 });
    expect((await post('/token', form)).status).toBe(400);
    api.core.faults.clear();
    const said = { error: 'invalid_client', message: 'The OAuth client was deleted.' };
    api.core.faults.add({ kind: 'status', status: 401, api: 'oauth', ...said });
    api.core.faults.add({ kind: 'html-502', api: 'oauth' });
    const refused = await post('/token', form);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'The OAuth client was deleted.' },
    ]);
    expect((await post('/token', form)).status).toBe(502);
  });
});

describe('the endpoint for token info', () => {
  it.each(['GET', 'POST'])(
    'is asked by %s, with a token in the header or the query',
    async (method) => {
      const token = api.core.accounts.issue('robot@x.test', ['openid']);
      const answers = await Promise.all([
        fetch(`${api.url}/tokeninfo`, { method, headers: { authorization: `Bearer ${token}` } }),
        fetch(`${api.url}/tokeninfo?access_token=${token}`, { method }),
        fetch(`${api.url}/oauth2/v3/tokeninfo?access_token=${token}`, { method }),
      ]);
      for (const answer of answers) {
        expect(await answer.json()).toMatchObject({
          scope: 'openid',
          expires_in: expect.stringMatching(/^\d+$/) as string,
        });
      }
      expect(api.core.log.entries({ route: 'tokeninfo' })).toHaveLength(3);
      expect(api.core.log.entries({ account: 'robot@x.test' })).toHaveLength(3);
    },
  );

  it('takes a form, and refuses what is not good', async () => {
    const token = api.core.accounts.issue('robot@x.test', ['openid']);
    const good = await post('/tokeninfo', new URLSearchParams({ access_token: token }));
    expect(good.status).toBe(200);
    const bad = await post('/tokeninfo', new URLSearchParams({ access_token: 'x' }));
    expect([bad.status, await bad.json()]).toEqual([
      400,
      { error: 'invalid_token', error_description: 'Invalid Value' },
    ]);
    const none = await post('/tokeninfo', '');
    expect([none.status, await none.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ]);
    api.core.faults.add({ kind: 'status', status: 503, api: 'oauth', route: 'tokeninfo' });
    expect((await post('/tokeninfo', '')).status).toBe(503);
  });
});

describe('the endpoint for revoking', () => {
  it('ends the consent behind a token of any kind', async () => {
    const { accounts } = api.core;
    const client = accounts.clients.create();
    accounts.addUser('an@shop.test');
    const renew = (refreshToken: string): Promise<Response> =>
      post(
        '/token',
        new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: client.clientId,
          client_secret: client.clientSecret,
          refresh_token: refreshToken,
        }),
      );
    for (const kind of ['refresh', 'access']) {
      const { refresh_token } = accounts.consent('an@shop.test', client.clientId, ['openid']);
      const access = accounts.issue('an@shop.test', ['openid']);
      const token = kind === 'refresh' ? refresh_token : access;
      const revoked = await post('/revoke', new URLSearchParams({ token }));
      expect([revoked.status, await revoked.json()]).toEqual([200, {}]);
      expect(await (await renew(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
      const again = await post(`/revoke?token=${token}`, '');
      expect([again.status, await again.json()]).toEqual([
        400,
        { error: 'invalid_token', error_description: 'Token expired or revoked' },
      ]);
    }
    expect((await post('/revoke', '')).status).toBe(400);
  });

  it('ends a token of a service account alone', async () => {
    const { accounts } = api.core;
    const [one, other] = [1, 2].map(() => accounts.issue('robot@x.test', ['openid']));
    await post('/revoke', new URLSearchParams({ token: one ?? '' }));
    expect(accounts.principal(one ?? '')).toBeUndefined();
    expect(accounts.principal(other ?? '')).toBeDefined();
  });
});

describe('the consent page', () => {
  const NAME = '<img src=x onerror="alert(1)">';
  const CALLBACK = 'https://app.test/callback';
  let clientId: string;

  beforeAll(() => {
    const client = api.core.accounts.clients.create({ name: NAME, redirectUris: [CALLBACK] });
    clientId = client.clientId;
    api.core.accounts.addUser("o'neil@shop.test");
  });

  const open = (changes: Record<string, string> = {}): Promise<Response> => {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid https://www.googleapis.com/auth/business.manage',
      state: '"><script>',
      ...changes,
    });
    return fetch(`${api.url}/o/oauth2/v2/auth?${query}`, { redirect: 'manual' });
  };

  it('names app, scopes and users, and runs nothing that they are called', async () => {
    const page = await open();
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
    expect(text).toContain('https://www.googleapis.com/auth/business.manage');
    expect(text).toContain('value="o&#39;neil@shop.test"');
    expect(text).not.toMatch(/<img|<script/);
    expect(text).not.toMatch(/(?:src|href)=["']/);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/app\.test .*frame-ancestors 'none'$/,
      ) as string,
    });
  });

  it('goes on at the app with what was answered', async () => {
    const form = formOf(await (await open()).text());
    form.set('email', "o'neil@shop.test");
    form.append('granted', 'https://www.googleapis.com/auth/business.manage');
    for (const [decision, expected] of [
      ['allow', /^https:\/\/app\.test\/callback\?state=[^&]+&code=4%2F0A/],
      ['deny', /^https:\/\/app\.test\/callback\?state=[^&]+&error=access_denied$/],
    ] as const) {
      form.set('decision', decision);
      const url = `${api.url}/o/oauth2/v2/auth`;
      const gone = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
      expect([gone.status, gone.headers.get('location')]).toEqual([
        302,
        expect.stringMatching(expected),
      ]);
    }
  });

  it('shows an error without going anywhere', async () => {
    const page = await open({ redirect_uri: 'https://evil.test/<b>' });
    const text = await page.text();
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
    expect(text).toContain('Error 400: redirect_uri_mismatch');
    expect(text).toContain('https://evil.test/&#60;b&#62;');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
    expect((await open({ client_id: 'x' })).status).toBe(401);
    const gone = await open({ prompt: 'none' });
    expect(gone.headers.get('location')).toContain('error=interaction_required');
  });
});

describe('whatever is asked', () => {
  it('is answered, without a mistake of the emulator', async () => {
    const { clientId, clientSecret } = api.core.accounts.clients.create({ type: 'desktop' });
    const names = [...REQUEST_PARAMETERS, 'grant_type', 'code', 'token', 'ticket', 'access_token'];
    const good = [clientId, clientSecret, 'code', 'openid', 'http://localhost/', 'none', 'S256'];
    const value = fc.oneof(fc.constantFrom(...good), fc.string({ unit: 'binary', maxLength: 9 }));
    const valid = { client_id: clientId, redirect_uri: 'http://localhost/', scope: 'openid' };
    const form = fc.dictionary(fc.constantFrom(...names), value);
    const path = fc.constantFrom('/token', '/tokeninfo', '/revoke', '/o/oauth2/v2/auth');
    const method = fc.constantFrom('GET', 'POST');
    await fc.assert(
      fc.asyncProperty(method, path, form, fc.boolean(), async (verb, at, fields, isNearlyGood) => {
        const start = isNearlyGood ? { ...valid, response_type: 'code' } : {};
        const parameters = new URLSearchParams({ ...start, ...fields });
        const answer = await fetch(`${api.url}${at}${verb === 'GET' ? `?${parameters}` : ''}`, {
          method: verb,
          redirect: 'manual',
          ...(verb === 'POST' && { body: parameters }),
        });
        await answer.text();
        expect([200, 302, 400, 401, 404]).toContain(answer.status);
      }),
      { numRuns: 300 },
    );
    expect(api.errors).toEqual([]);
  });
});

/** The hidden fields of a page. */
function formOf(html: string): URLSearchParams {
  const fields = html.matchAll(
    /<input type="hidden" name="(?<name>\w+)" value="(?<value>[^"]*)">/g,
  );
  const plain = (text = ''): string =>
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return new URLSearchParams(
    [...fields].map(({ groups }) => [groups?.['name'] ?? '', plain(groups?.['value'])]),
  );
}
