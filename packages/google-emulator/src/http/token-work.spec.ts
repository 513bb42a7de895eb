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
