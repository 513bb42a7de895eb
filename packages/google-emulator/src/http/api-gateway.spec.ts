import { NotesApi, ROBOT } from '../testing/notes-api';
import { NOTES_SCOPE } from '../testing/notes-module';

let api: NotesApi;

beforeEach(async () => {
  api = await NotesApi.start();
});
afterEach(() => api.stop());

const NOTE = '/v4/spreadsheets/notes/7';
const DRIVE_NOTE = '/drive/v3/notes/7';
const WHERE_TO_SIGN_IN =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

async function error(response: Response): Promise<Record<string, unknown>> {
  return ((await response.json()) as { error: Record<string, unknown> }).error;
}

describe('credentials', () => {
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.url}${path}`, init);

  it('may be left out by nobody', async () => {
    expect(await error(await call(NOTE))).toEqual({
      code: 403,
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      status: 'PERMISSION_DENIED',
    });
    expect(await error(await call('/v4/spreadsheets/notes', { method: 'POST' }))).toEqual({
      code: 401,
      message: `Request is missing required authentication credential. ${WHERE_TO_SIGN_IN}`,
      status: 'UNAUTHENTICATED',
    });
  });

  it.each(['Bearer nope', 'Basic abc', 'Bearer', ''])('such as %p are refused', async (value) => {
    const response = await call(NOTE, { headers: { authorization: value } });
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await error(response)).toEqual({
      code: 401,
      message: `Request had invalid authentication credentials. ${WHERE_TO_SIGN_IN}`,
      status: 'UNAUTHENTICATED',
    });
  });

  it('are refused by Drive with a status and its list of errors', async () => {
    expect(
      await error(await call(DRIVE_NOTE, { headers: { authorization: 'Bearer no' } })),
    ).toEqual({
      code: 401,
      message: `Request had invalid authentication credentials. ${WHERE_TO_SIGN_IN}`,
      errors: [
        {
          message: 'Invalid Credentials',
          domain: 'global',
          reason: 'authError',
          location: 'Authorization',
          locationType: 'header',
        },
      ],
      status: 'UNAUTHENTICATED',
    });
  });

  it('that are missing are refused by Drive with a status as well', async () => {
    expect(await error(await call(DRIVE_NOTE))).toMatchObject({
      code: 403,
      errors: [{ domain: 'global', reason: 'forbidden' }],
      status: 'PERMISSION_DENIED',
    });
  });

  it.each(['access_token', 'oauth_token'])('may stand in %s', async (name) => {
    const token = api.core.accounts.issue(ROBOT, [NOTES_SCOPE]);
    expect((await call(`${NOTE}?${name}=${token}`)).status).toBe(200);
  });

  it('are not an API key', async () => {
    expect(await error(await call(`${NOTE}?key=abc`))).toMatchObject({
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      details: [{ reason: 'API_KEY_INVALID' }, {}],
    });
  });

  it('end with time, with the account and when a test ends them', async () => {
    const token = api.core.accounts.issue(ROBOT, [NOTES_SCOPE], 10_000);
    const status = async (): Promise<number> =>
      (await call(NOTE, { headers: { authorization: `bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    api.core.clock.advance(10_001);
    expect(await status()).toBe(401);
    api.core.clock.reset();
    expect(await status()).toBe(200);
    expect(api.core.accounts.expireTokens(ROBOT)).toBe(1);
    expect(await status()).toBe(401);
  });

  it('need a scope of the method', async () => {
    const other = 'https://www.googleapis.com/auth/drive.metadata.readonly';
    const authorization = `Bearer ${api.core.accounts.issue(ROBOT, [other])}`;
    const response = await call(NOTE, { headers: { authorization } });
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${NOTES_SCOPE}"`,
    );
    expect(await error(response)).toEqual({
      code: 403,
      message: 'Request had insufficient authentication scopes.',
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
          domain: 'googleapis.com',
          metadata: { method: 'notes.get', service: 'sheets.googleapis.com' },
        },
      ],
    });
  });

  it('need a project that has switched the API on', async () => {
    const email = 'other@project-two.iam.gserviceaccount.com';
    api.core.accounts.create(email, { projectNumber: '123', disabledApis: ['sheets'] });
    const headers = { authorization: `Bearer ${api.core.accounts.issue(email, [NOTES_SCOPE])}` };
    expect((await call(DRIVE_NOTE, { headers })).status).toBe(200);
    const url =
      'https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=123';
    const message = `Google Sheets API has not been used in project 123 before or it is disabled. Enable it by visiting ${url} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`;
    expect(await error(await call(NOTE, { headers }))).toMatchObject({
      code: 403,
      message,
      status: 'PERMISSION_DENIED',
      details: [
        { reason: 'SERVICE_DISABLED', metadata: { consumer: 'projects/123' } },
        { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', message },
        { '@type': 'type.googleapis.com/google.rpc.Help', links: [{ url }] },
      ],
    });
  });
});

describe('typed values', () => {
  it('are refused with their type', async () => {
    const response = await api.fetch(`${NOTE}?valueRenderOption=FOO`);
    const description = `Invalid value at 'value_render_option' (type.googleapis.com/google.apps.sheets.v4.ValueRenderOption), "FOO"`;
    expect(await error(response)).toEqual({
      code: 400,
      message: description,
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'value_render_option', description }],
        },
      ],
    });
    expect(await error(await api.fetch(`${NOTE}?includeGridData=maybe`))).toMatchObject({
      message: `Invalid value at 'include_grid_data' (TYPE_BOOL), "maybe"`,
    });
  });

  it.each(['valueRenderOption=FORMULA', 'includeGridData=true', 'includeGridData=0', 'x=y'])(
    'pass: %s',
    async (query) => {
      expect((await api.fetch(`${NOTE}?${query}`)).status).toBe(200);
    },
  );

  it('come after the credentials, and the format of errors before', async () => {
    const anonymous = (query: string): Promise<Response> => fetch(`${api.url}${NOTE}?${query}`);
    expect((await anonymous('valueRenderOption=FOO')).status).toBe(403);
    expect((await anonymous('$.xgafv=3')).status).toBe(400);
    expect((await anonymous('callback=f')).status).toBe(400);
    expect((await anonymous('alt=proto')).status).toBe(400);
    expect((await api.fetch(`${NOTE}?alt=json&$.xgafv=2`)).status).toBe(200);
  });
});

describe('the list of errors', () => {
  const MISSING = '/v4/spreadsheets/notes/missing';
  const item = { message: 'Requested entity was not found.', domain: 'global', reason: 'notFound' };

  it('is there on request and for the clients of Google', async () => {
    expect(await error(await api.fetch(MISSING))).toEqual({
      code: 404,
      message: item.message,
      status: 'NOT_FOUND',
    });
    const agent = { 'user-agent': 'google-api-nodejs-client/8.0.0 (gzip)' };
    const asked = await api.fetch(`${MISSING}?$.xgafv=1`);
    const official = await api.fetch(MISSING, { headers: agent });
    const declined = await api.fetch(`${MISSING}?$.xgafv=2`, { headers: agent });
    expect([await error(asked), await error(official), await error(declined)]).toMatchObject([
      { errors: [item], status: 'NOT_FOUND' },
      { errors: [item], status: 'NOT_FOUND' },
      expect.not.objectContaining({ errors: expect.anything() }),
    ]);
  });

  it('is always there with Drive, which tells no status', async () => {
    expect(await error(await api.fetch('/drive/v3/notes/missing'))).toEqual({
      code: 404,
      message: 'File not found: missing.',
      errors: [
        {
          message: 'File not found: missing.',
          domain: 'global',
          reason: 'notFound',
          location: 'fileId',
          locationType: 'parameter',
        },
      ],
    });
  });

  it('has no domain for a value of a wrong type', async () => {
    const response = await api.fetch(`${NOTE}?includeGridData=maybe&$.xgafv=1`);
    const message = `Invalid value at 'include_grid_data' (TYPE_BOOL), "maybe"`;
    expect(await error(response)).toMatchObject({ errors: [{ message, reason: 'invalid' }] });
    expect(
      JSON.stringify(await error(await api.fetch(`${NOTE}?includeGridData=maybe&$.xgafv=1`))),
    ).not.toContain('domain');
  });
});

describe('quotas', () => {
  it('count every request of a known caller, whatever becomes of it', async () => {
    api.core.quotas.set('sheets.read', { perUser: 3 });
    await api.fetch('/v4/spreadsheets/notes/missing');
    await api.fetch(`${NOTE}?includeGridData=maybe`);
    await fetch(`${api.url}${NOTE}`);
    await fetch(`${api.url}${NOTE}`, { headers: { authorization: 'Bearer no' } });
    api.core.faults.add({ kind: 'status', status: 503 });
    expect((await api.fetch(NOTE)).status).toBe(503);
    expect((await api.fetch(NOTE)).status).toBe(429);
    expect((await api.fetch(`${NOTE}?includeGridData=maybe`)).status).toBe(400);
    api.core.clock.advance(60_001);
    expect((await api.fetch(NOTE)).status).toBe(200);
  });

  it('are answered as Google does, without a time to wait', async () => {
    api.core.accounts.create(ROBOT, { projectNumber: '123456789012' });
    for (let n = 0; n < 60; n += 1) expect((await api.fetch(NOTE)).status).toBe(200);
    const response = await api.fetch(NOTE);
    expect(response.headers.get('retry-after')).toBeNull();
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await error(response)).toEqual({
      code: 429,
      message:
        "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:123456789012'.",
      status: 'RESOURCE_EXHAUSTED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'RATE_LIMIT_EXCEEDED',
          domain: 'googleapis.com',
          metadata: {
            quota_limit_value: '60',
            service: 'sheets.googleapis.com',
            consumer: 'projects/123456789012',
            quota_unit: '1/min/{project}/{user}',
            quota_location: 'global',
            quota_metric: 'sheets.googleapis.com/read_requests',
            quota_limit: 'ReadRequestsPerMinutePerUser',
          },
        },
        {
          '@type': 'type.googleapis.com/google.rpc.Help',
          links: [
            {
              description: 'Request a higher quota limit.',
              url: 'https://cloud.google.com/docs/quotas/help/request_increase',
            },
          ],
        },
      ],
    });
  });

  it('of Drive are counted in units and answered with 403', async () => {
    api.core.quotas.set('drive', { perUser: 14 });
    expect((await api.fetch(DRIVE_NOTE)).status).toBe(200);
    expect((await api.fetch(DRIVE_NOTE)).status).toBe(200);
    const refused = await error(await api.fetch(DRIVE_NOTE));
    expect(refused).toEqual({
      code: 403,
      message: expect.stringMatching(
        /^User Rate Limit Exceeded\. Rate of requests for user exceed/,
      ),
      errors: [
        {
          message: refused['message'],
          domain: 'usageLimits',
          reason: 'userRateLimitExceeded',
          extendedHelp: expect.stringContaining('/drive.googleapis.com/quotas?project='),
        },
      ],
    });
  });
});
