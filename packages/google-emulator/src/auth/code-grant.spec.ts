import { createHash } from 'node:crypto';
import { StandingClock } from '../testing/standing-clock';
import { AuthorizationEndpoint } from './authorization-endpoint';
import { type OAuthClient, type OAuthClientOptions } from './oauth-clients';
import { OAuthError } from './oauth-error';
import { BUSINESS_MANAGE } from './scopes';
import { ServiceAccounts } from './service-accounts';
import { TokenEndpoint, type TokenGrant } from './token-endpoint';

const CALLBACK = 'https://app.test/callback';
const VERIFIER = 'v'.repeat(43);
const MAI = 'mai@shop.test';
const WEEK_MS = 7 * 86_400_000;

function setUp(options: OAuthClientOptions = {}): {
  clock: StandingClock;
  accounts: ServiceAccounts;
  client: OAuthClient;
  code: (parameters?: Record<string, string>) => string;
  exchange: (changes: Record<string, string>) => TokenGrant;
  refresh: (refreshToken: string | undefined) => TokenGrant;
} {
  const clock = new StandingClock(Date.UTC(2026, 10, 1));
  const accounts = new ServiceAccounts(clock);
  const client = accounts.clients.create({ redirectUris: [CALLBACK], ...options });
  accounts.addUser(MAI);
  const authorization = new AuthorizationEndpoint(accounts);
  const tokens = new TokenEndpoint(accounts, clock);
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
  const grant = (form: Record<string, string>): TokenGrant =>
    tokens.grant(new URLSearchParams({ ...credentials, ...form }), 'http://127.0.0.1').grant;
  return {
    clock,
    accounts,
    client,
    code: (parameters = {}) => {
      const query = new URLSearchParams({
        client_id: client.clientId,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: BUSINESS_MANAGE,
        access_type: 'offline',
        ...parameters,
      });
      const location = authorization.answer(`http://127.0.0.1/?${query}`, { email: MAI });
      return new URL(location).searchParams.get('code') ?? '';
    },
    exchange: (changes) =>
      grant({ grant_type: 'authorization_code', redirect_uri: CALLBACK, ...changes }),
    refresh: (refreshToken = '') =>
      grant({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
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

const REVOKED = [400, 'invalid_grant', 'Token has been expired or revoked.'];
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

describe('a code', () => {
  it('is worth tokens, once', () => {
    const { accounts, client, code, exchange, refresh } = setUp();
    const given = code();
    const granted = exchange({ code: given });
    expect(granted).toEqual({
      access_token: expect.stringMatching(/^ya29\.a0/) as string,
      expires_in: 3599,
      token_type: 'Bearer',
      scope: BUSINESS_MANAGE,
      refresh_token: expect.stringMatching(/^1\/\/0/) as string,
    });
    expect(accounts.principal(granted.access_token)).toEqual({
      email: MAI,
      clientId: client.clientId,
      projectNumber: client.projectNumber,
      scopes: new Set([BUSINESS_MANAGE]),
    });
    expect(refresh(granted.refresh_token)).not.toHaveProperty('refresh_token');
    expect(refusal(() => exchange({ code: given }))).toEqual([400, 'invalid_grant', 'Bad Request']);
  });

  it('gives a refresh token only for offline access, and only when the user is asked', () => {
    const { code, exchange } = setUp();
    const has = (parameters: Record<string, string>): boolean =>
      'refresh_token' in exchange({ code: code(parameters) });
    expect(has({ access_type: 'online' })).toBe(false);
    expect(has({ scope: `${BUSINESS_MANAGE} openid` })).toBe(true);
    expect(has({})).toBe(false);
    expect(has({ prompt: 'consent' })).toBe(true);
  });

  it('ends after ten minutes of the emulator', () => {
    const { clock, code, exchange } = setUp();
    const [first, second] = [code(), code()];
    clock.advance(10 * 60_000 - 1);
    exchange({ code: first });
    clock.advance(1);
    expect(refusal(() => exchange({ code: second }))[1]).toBe('invalid_grant');
  });

  it('needs the verifier of its challenge', () => {
    const { code, exchange } = setUp();
    const protectedCode = code(PKCE);
    const verify = (verifier?: string): [number, string, string] =>
      refusal(() =>
        exchange({ code: protectedCode, ...(verifier && { code_verifier: verifier }) }),
      );
    expect(verify()).toEqual([400, 'invalid_grant', 'Missing code verifier.']);
    for (const wrong of ['w'.repeat(43), PKCE.code_challenge, 'x']) {
      expect(verify(wrong)).toEqual([400, 'invalid_grant', 'Invalid code verifier.']);
    }
    exchange({ code: protectedCode, code_verifier: VERIFIER });
    expect(refusal(() => exchange({ code: code(), code_verifier: VERIFIER }))).toEqual([
      400,
      'invalid_grant',
      'code_verifier or verifier is not needed.',
    ]);
  });

  it('is for one client and one address', () => {
    const { accounts, code, exchange } = setUp();
    const given = code();
    expect(refusal(() => exchange({ code: given, redirect_uri: `${CALLBACK}/` }))).toEqual([
      400,
      'redirect_uri_mismatch',
      'Bad Request',
    ]);
    const other = accounts.clients.create();
    const form = { code: given, client_id: other.clientId, client_secret: other.clientSecret };
    expect(refusal(() => exchange(form))).toEqual([400, 'invalid_grant', 'Bad Request']);
    expect(refusal(() => exchange({ code: given, client_secret: 'x' }))[1]).toBe('invalid_client');
    expect(refusal(() => exchange({ code: given, client_secret: '' }))).toEqual([
      400,
      'invalid_request',
      'client_secret is missing.',
    ]);
    expect(refusal(() => exchange({ code: 'x' }))[2]).toBe('Malformed auth code.');
    expect(refusal(() => exchange({}))[2]).toBe('Missing required parameter: code');
    exchange({ code: given });
  });

  it('ends with the consent', () => {
    const { accounts, code, exchange } = setUp();
    const given = code();
    accounts.revoke(MAI);
    expect(refusal(() => exchange({ code: given }))[1]).toBe('invalid_grant');
  });
});

describe('a refresh token of a consent', () => {
  it('ends when the user takes it back, with all access tokens of that client', () => {
    const { accounts, client, code, exchange, refresh } = setUp();
    const other = accounts.clients.create();
    const elsewhere = accounts.consent(MAI, other.clientId);
    const elsewhereToken = accounts.issue(MAI, [BUSINESS_MANAGE], 1000, {
      clientId: other.clientId,
    });
    const granted = exchange({ code: code() });
    accounts.revoke(MAI, client.clientId);
    expect(refusal(() => refresh(granted.refresh_token))).toEqual(REVOKED);
    expect(accounts.principal(granted.access_token)).toBeUndefined();
    expect(accounts.principal(elsewhereToken)).toMatchObject({ clientId: other.clientId });
    expect(accounts.consents.redeem(other.clientId, elsewhere.refresh_token).email).toBe(MAI);
  });

  it('ends after seven days when the app is published for testing', () => {
    const { clock, code, exchange, refresh } = setUp({ testing: true });
    const granted = exchange({ code: code() });
    expect(granted.refresh_token_expires_in).toBe(604_799);
    clock.advance(WEEK_MS - 1);
    refresh(granted.refresh_token);
    clock.advance(1);
    expect(refusal(() => refresh(granted.refresh_token))).toEqual(REVOKED);
  });

  it('is one of at most a hundred of a user and client: the oldest end', () => {
    const { accounts, client, refresh } = setUp();
    const tokens = Array.from(
      { length: 102 },
      () => accounts.consent(MAI, client.clientId).refresh_token,
    );
    expect(refusal(() => refresh(tokens[1]))).toEqual(REVOKED);
    refresh(tokens[2]);
  });

  it('ends with the client', () => {
    const { accounts, client, refresh } = setUp();
    const { refresh_token } = accounts.consent(MAI, client.clientId);
    const token = accounts.issue(MAI, [BUSINESS_MANAGE]);
    accounts.removeClient(client.clientId);
    expect(refusal(() => refresh(refresh_token))[1]).toBe('deleted_client');
    expect(accounts.principal(token)).toBeUndefined();
  });
});
