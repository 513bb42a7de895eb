import { NotesApi } from '../testing/notes-api';

let api: NotesApi;

beforeAll(async () => {
  api = await NotesApi.start();
});
afterAll(() => api.stop());

interface Client {
  client_id: string;
  client_secret: string;
  redirect_uris: string[];
}

const CALLBACK = 'https://app.test/callback';

describe('OAuth clients from another process', () => {
  it('are made, answered by users, and deleted', async () => {
    const [status, created] = await api.admin('POST', '/oauth/clients', {
      name: 'Shop',
      redirect_uris: [CALLBACK],
      project_number: '123456789012',
      disabled_apis: ['drive'],
      testing: true,
    });
    const client = created as Client;
    expect([status, client]).toEqual([
      200,
      {
        client_id: expect.stringMatching(
          /^123456789012-[0-9a-f]{32}\.apps\.googleusercontent\.com$/,
        ) as string,
        client_secret: expect.stringMatching(/^GOCSPX-[\w-]{28}$/) as string,
        name: 'Shop',
        type: 'web',
        redirect_uris: [CALLBACK],
        project_number: '123456789012',
        disabled_apis: ['drive'],
        testing: true,
      },
    ]);
    expect(await api.admin('GET', '/oauth/clients')).toEqual([200, { clients: [client] }]);

    const user = { email: 'mai@shop.test', consent: false };
    expect(await api.admin('POST', '/users', user)).toEqual([200, {}]);
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid',
    });
    const url = `${api.url}/o/oauth2/v2/auth?${query}`;
    const answer = (body: object): Promise<[number, unknown]> =>
      api.admin('POST', '/oauth/authorize', body);
    expect(await answer({ url, email: user.email })).toEqual([
      200,
      { redirect_to: expect.stringContaining('code=') as string },
    ]);
    expect(await answer({ url, deny: true })).toEqual([
      200,
      { redirect_to: `${CALLBACK}?error=access_denied` },
    ]);
    expect(await answer({ url: `${url}x`, email: user.email })).toEqual([
      400,
      { detail: expect.stringContaining('invalid_scope') as string },
    ]);
    expect(await answer({ url: 'x' })).toMatchObject([400, {}]);

    const path = `/oauth/clients/${client.client_id}`;
    expect(await api.admin('DELETE', path)).toEqual([200, {}]);
    expect(await api.admin('DELETE', path)).toMatchObject([400, {}]);
  });

  it('can be given consent and tokens without a page, which end one by one or together', async () => {
    const email = 'lan@shop.test';
    const clients = await Promise.all(
      [1, 2].map(async () => (await api.admin('POST', '/oauth/clients', {}))[1] as Client),
    );
    const [one, other] = clients.map(({ client_id }) => client_id);
    const [, credentials] = await api.admin('POST', '/users', { email, client_id: one });
    expect(credentials).toMatchObject({ client_id: one, refresh_token: expect.any(String) });
    await api.admin('POST', `/accounts/${email}/consent`, { client_id: other });
    const token = async (body: object): Promise<string> => {
      const [, given] = await api.admin('POST', `/accounts/${email}/token`, body);
      return (given as { access_token: string }).access_token;
    };
    const scopes = ['openid'];
    const [first, second] = [await token({ scopes }), await token({ scopes, client_id: other })];
    const { accounts, clock } = api.core;
    expect(accounts.principal(first)?.clientId).toBe(one);
    expect(accounts.principal(second)?.clientId).toBe(other);
    await api.admin('POST', `/accounts/${email}/revoke`, { client_id: one });
    expect(accounts.principal(first)).toBeUndefined();
    expect(accounts.principal(second)).toBeDefined();
    await api.admin('POST', `/accounts/${email}/revoke`);
    expect(accounts.principal(second)).toBeUndefined();

    const short = await token({ scopes, lifetime_s: 5, client_id: one });
    clock.advance(4_000);
    expect(accounts.principal(short)).toBeDefined();
    clock.advance(2_000);
    expect(accounts.principal(short)).toBeUndefined();
  });

  it.each<[string, string, object]>([
    ['/oauth/clients', 'redirect URI', { redirect_uris: ['nowhere'] }],
    ['/oauth/clients', 'web, desktop', { type: 'phone' }],
    ['/oauth/clients', 'no field x', { x: 1 }],
    ['/users', 'no OAuth client x', { email: 'new@shop.test', client_id: 'x' }],
    ['/accounts/lan@shop.test/consent', 'client_id', {}],
    ['/accounts/nobody@shop.test/consent', 'no account', { client_id: 'x' }],
    ['/accounts/lan@shop.test/token', 'no OAuth client x', { scopes: [], client_id: 'x' }],
  ])('%s says what to do: %s', async (path, message, body) => {
    const [status, { detail }] = (await api.admin('POST', path, body)) as [
      number,
      { detail: string },
    ];
    expect([status, detail]).toEqual([400, expect.stringContaining(message)]);
  });

  it('share a quota by project only', () => {
    const { accounts, quotas } = api.core;
    const [one, other] = [1, 2].map(() => accounts.clients.create());
    const project = other?.projectNumber ?? '';
    const sibling = accounts.clients.create({ projectNumber: project });
    accounts.addUser('an@shop.test');
    quotas.set('reviews', { perProject: 1 });
    const take = (clientId = ''): boolean => {
      const token = accounts.issue('an@shop.test', ['openid'], 1000, { clientId });
      const caller = accounts.principal(token);
      if (!caller) throw new Error('Expected a caller');
      return quotas.take('reviews', caller, 1) === undefined;
    };
    expect([one, other, sibling, one].map((client) => take(client?.clientId))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    quotas.reset();
  });
});
