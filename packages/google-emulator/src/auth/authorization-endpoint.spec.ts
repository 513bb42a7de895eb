import { createHash } from 'node:crypto';
import { StandingClock } from '../testing/standing-clock';
import { AuthorizationEndpoint, type ConsentForm } from './authorization-endpoint';
import { OAuthError } from './oauth-error';
import { BUSINESS_MANAGE } from './scopes';
import { ServiceAccounts } from './service-accounts';

const CALLBACK = 'https://app.test/callback?from=google';
const CHALLENGE = createHash('sha256').update('v'.repeat(43)).digest('base64url');
const MAI = 'mai@shop.test';

function setUp(): {
  accounts: ServiceAccounts;
  endpoint: AuthorizationEndpoint;
  clientId: string;
  url: (changes?: Record<string, string | undefined>) => URL;
} {
  const accounts = new ServiceAccounts(new StandingClock(0));
  const { clientId } = accounts.clients.create({ name: 'Shop', redirectUris: [CALLBACK] });
  accounts.addUser(MAI);
  const url = (changes: Record<string, string | undefined> = {}): URL => {
    const asked = new URL('http://127.0.0.1/o/oauth2/v2/auth');
    const parameters = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: BUSINESS_MANAGE,
      state: 'a b&c',
      ...changes,
    };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) asked.searchParams.append(name, value);
    }
    return asked;
  };
  return { accounts, endpoint: new AuthorizationEndpoint(accounts), clientId, url };
}

function refusal(act: () => unknown): [number, string, string] {
  try {
    act();
  } catch (error) {
    if (error instanceof OAuthError) return [error.code, error.error, error.description];
    throw error;
  }
  throw new Error('Expected a refusal');
}

const parametersOf = (location: string): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams);

describe('the authorization endpoint', () => {
  it('shows what is asked for, and by whom', () => {
    const { accounts, endpoint, url } = setUp();
    accounts.create('robot@shop.iam.gserviceaccount.com');
    accounts.addUser('an@shop.test');
    accounts.addUser('off@shop.test');
    accounts.disable('off@shop.test');
    const form = endpoint.open(url({ login_hint: 'an@shop.test' }).searchParams) as ConsentForm;
    expect(form).toMatchObject({
      request: { client: { name: 'Shop' }, scopes: new Set([BUSINESS_MANAGE]), isOffline: false },
      emails: ['an@shop.test', MAI],
    });
  });

  it('sends an answer back with the state, behind what the address has already', () => {
    const { endpoint, url } = setUp();
    const allowed = endpoint.answer(url(), { email: MAI });
    expect(allowed).toMatch(/^https:\/\/app\.test\/callback\?from=google&state=/);
    expect(parametersOf(allowed)).toEqual({
      from: 'google',
      state: 'a b&c',
      code: expect.stringMatching(/^4\/0A[\w-]{40,}$/) as string,
      scope: BUSINESS_MANAGE,
      authuser: '0',
      prompt: 'consent',
    });
    const denied = endpoint.answer(url(), { deny: true });
    expect(parametersOf(denied)).toEqual({
      from: 'google',
      state: 'a b&c',
      error: 'access_denied',
    });
    expect(endpoint.answer(url({ state: undefined }), { deny: true })).not.toContain('state');
  });

  it('takes answers from its own pages only', () => {
    const { endpoint, url } = setUp();
    const { parameters, ticket } = endpoint.open(url().searchParams) as ConsentForm;
    const form = new URLSearchParams([
      ...parameters.map(([name, value]) => [name, value] as [string, string]),
      ['ticket', ticket],
      ['email', MAI],
      ['decision', 'allow'],
    ]);
    expect(parametersOf(endpoint.submit(form))).toHaveProperty('code');
    form.set('decision', 'deny');
    expect(parametersOf(endpoint.submit(form))).toHaveProperty('error', 'access_denied');
    form.set('state', 'other');
    expect(refusal(() => endpoint.submit(form))).toEqual([
      400,
      'invalid_request',
      'The page is outdated: begin again in the app.',
    ]);
    form.delete('ticket');
    expect(refusal(() => endpoint.submit(form))[1]).toBe('invalid_request');
  });

  it('lets nobody answer who is not a user', () => {
    const { accounts, endpoint, url } = setUp();
    accounts.create('robot@shop.iam.gserviceaccount.com');
    for (const email of ['', 'nobody@shop.test', 'robot@shop.iam.gserviceaccount.com']) {
      expect(refusal(() => endpoint.answer(url(), { email }))[1]).toBe('invalid_request');
    }
  });

  it('lets users leave out scopes, unless there is only one', () => {
    const { endpoint, url } = setUp();
    const sheets = 'https://www.googleapis.com/auth/spreadsheets.readonly';
    const scopesAfter = (scope: string, scopes: string[]): string | undefined =>
      parametersOf(endpoint.answer(url({ scope }), { email: MAI, scopes }))['scope'];
    expect(scopesAfter(BUSINESS_MANAGE, [])).toBe(BUSINESS_MANAGE);
    expect(scopesAfter(`openid ${BUSINESS_MANAGE}`, [])).toBe('openid');
    expect(scopesAfter(`${sheets} ${BUSINESS_MANAGE}`, [BUSINESS_MANAGE])).toBe(BUSINESS_MANAGE);
    const nothing = endpoint.answer(url({ scope: `${sheets} ${BUSINESS_MANAGE}` }), {
      email: MAI,
      scopes: ['openid'],
    });
    expect(parametersOf(nothing)).toHaveProperty('error', 'access_denied');
  });

  it('adds what was granted before when the app asks for it', () => {
    const { endpoint, url } = setUp();
    endpoint.answer(url({ scope: 'email' }), { email: MAI });
    const location = endpoint.answer(url({ include_granted_scopes: 'true' }), { email: MAI });
    expect(parametersOf(location)['scope']).toBe(`email ${BUSINESS_MANAGE}`);
  });

  it('cannot answer without a page, as nobody is signed in', () => {
    const { endpoint, url } = setUp();
    const { location } = endpoint.open(url({ prompt: 'none' }).searchParams) as {
      location: string;
    };
    expect(parametersOf(location)).toMatchObject({ error: 'interaction_required', state: 'a b&c' });
  });

  it.each<[Record<string, string | undefined>, [number, string, string]]>([
    [{ client_id: undefined }, [400, 'invalid_request', 'Missing required parameter: client_id']],
    [{ client_id: 'x' }, [401, 'invalid_client', 'The OAuth client was not found.']],
    [
      { redirect_uri: undefined },
      [400, 'invalid_request', 'Missing required parameter: redirect_uri'],
    ],
    [
      { redirect_uri: 'https://app.test/callback' },
      [400, 'redirect_uri_mismatch', expect.stringContaining(`Registered: ${CALLBACK}.`) as string],
    ],
    [
      { redirect_uri: 'http://127.0.0.1:3000/callback' },
      [400, 'redirect_uri_mismatch', expect.any(String) as string],
    ],
    [
      { response_type: undefined },
      [400, 'invalid_request', 'Missing required parameter: response_type'],
    ],
    [{ response_type: 'token' }, [400, 'invalid_request', expect.stringContaining('token')]],
    [{ scope: undefined }, [400, 'invalid_request', 'Missing required parameter: scope']],
    [{ scope: ' ' }, [400, 'invalid_request', 'Missing required parameter: scope']],
    [
      { scope: 'openid nope' },
      [
        400,
        'invalid_scope',
        'Some requested scopes were invalid. {valid=[openid], invalid=[nope]}',
      ],
    ],
    [{ access_type: 'always' }, [400, 'invalid_request', expect.stringContaining('access_type')]],
    [{ prompt: 'never' }, [400, 'invalid_request', 'Invalid prompt: never']],
    [{ prompt: 'none consent' }, [400, 'invalid_request', 'Invalid prompt: none consent']],
    [
      { code_challenge: CHALLENGE },
      [400, 'invalid_request', 'Missing required parameter: code_challenge_method'],
    ],
    [
      { code_challenge_method: 'S256' },
      [400, 'invalid_request', 'Missing required parameter: code_challenge'],
    ],
    [
      { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
      [400, 'invalid_request', expect.stringContaining('S256')],
    ],
    [
      { code_challenge: 'short', code_challenge_method: 'S256' },
      [400, 'invalid_request', expect.stringContaining('43 characters')],
    ],
  ])('refuses %p with a page', (changes, expected) => {
    const { endpoint, url } = setUp();
    const asked = url(changes);
    expect(refusal(() => endpoint.open(asked.searchParams))).toEqual(expected);
    expect(refusal(() => endpoint.answer(asked, { email: MAI }))).toEqual(expected);
  });

  it('refuses a parameter that is there twice, and a client that was deleted', () => {
    const { accounts, endpoint, url, clientId } = setUp();
    const twice = url();
    twice.searchParams.append('client_id', 'x');
    expect(refusal(() => endpoint.open(twice.searchParams))[2]).toContain('client_id');
    accounts.removeClient(clientId);
    expect(refusal(() => endpoint.open(url().searchParams))[1]).toBe('deleted_client');
  });
});

describe('an address to go back to', () => {
  const { accounts, endpoint, url } = setUp();
  const { clientId } = accounts.clients.create({ type: 'desktop' });
  const opens = (redirectUri: string): boolean => {
    try {
      endpoint.open(url({ client_id: clientId, redirect_uri: redirectUri }).searchParams);
      return true;
    } catch {
      return false;
    }
  };

  it.each(['http://127.0.0.1:3000/api/callback', 'http://localhost/x?y=z', 'http://[::1]:9'])(
    'of a desktop app can be %s',
    (uri) => expect(opens(uri)).toBe(true),
  );

  it.each([
    'https://127.0.0.1:3000/',
    'http://127.0.0.1.app.test/',
    'http://localhost@app.test/',
    'http://user@localhost/',
    'http://localhost/#x',
    'javascript:alert(1)',
    '/callback',
  ])('of a desktop app cannot be %s', (uri) => expect(opens(uri)).toBe(false));

  it.each(['/callback', 'javascript:alert(1)', 'https://app.test/#x', 'http://'])(
    '%s cannot be registered',
    (uri) => {
      expect(() => accounts.clients.create({ redirectUris: [uri] })).toThrow('redirect URI');
    },
  );
});
