import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';
import { type FaultDefinition, GoogleEmulator } from '@tributary/google-emulator';
import {
  BUSINESS_SCOPE,
  ConnectionTokens,
  createPkce,
  googleEndpoints,
  GoogleOAuth,
  TokenInspector,
} from '@tributary/google';
import { MERCHANT } from '../../factories/business';
import { connectGoogle } from '../../factories/google';

const CALLBACK = 'https://app.example/api/v1/google/callback';

describe("users' tokens and consents", () => {
  let emulator: GoogleEmulator;
  let clientId: string;
  let oauth: GoogleOAuth;
  let inspector: TokenInspector;

  beforeEach(async () => {
    emulator = await GoogleEmulator.start();
    const client = emulator.accounts.clients.create({ redirectUris: [CALLBACK] });
    ({ clientId } = client);
    emulator.accounts.addUser(MERCHANT);
    const endpoints = googleEndpoints(emulator.url);
    oauth = new GoogleOAuth(endpoints, { id: clientId, secret: client.clientSecret });
    inspector = new TokenInspector(endpoints);
  });
  afterEach(() => emulator.stop());

  const issue = (scopes: readonly string[]): string =>
    emulator.accounts.issue(MERCHANT, scopes, undefined, { clientId });
  const refreshToken = (): string => emulator.accounts.consent(MERCHANT, clientId).refresh_token;
  const requests = (route: string): number => emulator.log.entries({ route }).length;

  async function codeOf(work: Promise<unknown>): Promise<ErrorCode> {
    const error = await work.then(
      () => new Error('It did not fail'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof DomainError)) throw error;
    return error.code;
  }

  describe('a token that somebody gave us', () => {
    it('tells its client, its end, its scopes, and the user where that was allowed', async () => {
      const info = await inspector.inspectForBusiness(issue([BUSINESS_SCOPE]));
      expect(info).toMatchObject({ scopes: [BUSINESS_SCOPE], clientId });
      expect(info.userId).toBeUndefined();
      expect(info.email).toBeUndefined();
      expect(info.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
      const full = await inspector.inspect(issue([BUSINESS_SCOPE, 'openid', 'email']));
      expect(full).toMatchObject({ email: MERCHANT });
      expect(full.userId).toMatch(/^\d+$/);
      expect(emulator.log.entries({ api: 'oauth' }).map(({ path }) => path)).toEqual([
        '/tokeninfo',
        '/tokeninfo',
      ]);
    });

    it('that does not cover Business Profile is BUSINESS_SCOPE_MISSING', async () => {
      const token = issue(['openid']);
      await inspector.inspect(token);
      expect(await codeOf(inspector.inspectForBusiness(token))).toBe('BUSINESS_SCOPE_MISSING');
    });

    it('that has ended, was revoked or never was is GOOGLE_TOKEN_EXPIRED', async () => {
      const token = issue([BUSINESS_SCOPE]);
      emulator.clock.advance(3_600_000);
      const revoked = issue([BUSINESS_SCOPE]);
      emulator.accounts.expireTokens(MERCHANT);
      for (const bad of [token, revoked, 'ya29.nonsense', 'no token at all\n', '']) {
        expect(await codeOf(inspector.inspectForBusiness(bad))).toBe('GOOGLE_TOKEN_EXPIRED');
      }
    });

    it.each<[string, FaultDefinition, ErrorCode]>([
      ['500', { kind: 'status', status: 500 }, 'SOURCE_UNAVAILABLE'],
      ['a page of HTML', { kind: 'html-502' }, 'SOURCE_UNAVAILABLE'],
      ['429', { kind: 'status', status: 429 }, 'RATE_LIMITED'],
      ['a reset', { kind: 'reset' }, 'NETWORK_ERROR'],
      ['another object', { kind: 'wrong-json', value: {} }, 'INVALID_RESPONSE'],
    ])('is not called bad when Google answers with %s', async (_, fault, code) => {
      emulator.faults.add({ ...fault, api: 'oauth', route: 'tokeninfo' });
      expect(await codeOf(inspector.inspect(issue([BUSINESS_SCOPE])))).toBe(code);
    });
  });

  describe('a consent', () => {
    const agree = (url: string, scopes?: readonly string[]): URLSearchParams => {
      const decision = { email: MERCHANT, ...(scopes ? { scopes } : {}) };
      return new URL(emulator.authorization.answer(url, decision)).searchParams;
    };
    const ask = (challenge: string): string =>
      oauth.consentUrl({ redirectUri: CALLBACK, state: 'state 1', challenge });

    it('has a page, and gives a token that lasts for the code that comes back', async () => {
      const { verifier, challenge } = createPkce();
      const url = ask(challenge);
      expect((await fetch(url)).status).toBe(200);
      const back = agree(url);
      expect(back.get('state')).toBe('state 1');
      const code = back.get('code') ?? '';
      const grant = await oauth.exchangeCode({ code, verifier, redirectUri: CALLBACK });
      expect(grant.scopes).toEqual(expect.arrayContaining([BUSINESS_SCOPE, 'openid', 'email']));
      expect(await inspector.inspectForBusiness(grant.accessToken)).toMatchObject({
        clientId,
        email: MERCHANT,
      });
      const renewed = await oauth.refresh(grant.refreshToken);
      expect(renewed.accessToken).not.toBe(grant.accessToken);
      expect(renewed).toMatchObject({ refreshToken: undefined });
    });

    it('gives a token that lasts also the second time', async () => {
      for (let time = 1; time <= 2; time += 1) {
        const { verifier, challenge } = createPkce();
        const code = agree(ask(challenge)).get('code') ?? '';
        const grant = await oauth.exchangeCode({ code, verifier, redirectUri: CALLBACK });
        expect(grant.refreshToken).toMatch(/^1\/\/0/);
      }
    });

    it('without Business Profile is BUSINESS_SCOPE_MISSING', async () => {
      const { verifier, challenge } = createPkce();
      const code = agree(ask(challenge), ['openid']).get('code') ?? '';
      const exchange = oauth.exchangeCode({ code, verifier, redirectUri: CALLBACK });
      expect(await codeOf(exchange)).toBe('BUSINESS_SCOPE_MISSING');
    });

    it('whose code is used twice, or by somebody else, is GOOGLE_CONSENT_INCOMPLETE', async () => {
      const { verifier, challenge } = createPkce();
      const code = agree(ask(challenge)).get('code') ?? '';
      const exchange = (changes: Partial<{ code: string; verifier: string }>): Promise<unknown> =>
        oauth.exchangeCode({ code, verifier, redirectUri: CALLBACK, ...changes });
      const stolen = exchange({ verifier: createPkce().verifier });
      expect(await codeOf(stolen)).toBe('GOOGLE_CONSENT_INCOMPLETE');
      expect(await codeOf(exchange({ code: 'nonsense' }))).toBe('GOOGLE_CONSENT_INCOMPLETE');
      await exchange({});
      expect(await codeOf(exchange({}))).toBe('GOOGLE_CONSENT_INCOMPLETE');
    });

    it('that gives no token that lasts is GOOGLE_CONSENT_INCOMPLETE', async () => {
      const value = { access_token: 'ya29.x', expires_in: 3599, scope: BUSINESS_SCOPE };
      emulator.faults.add({ api: 'oauth', route: 'token', kind: 'wrong-json', value });
      const exchange = oauth.exchangeCode({ code: 'x', verifier: 'y', redirectUri: CALLBACK });
      expect(await codeOf(exchange)).toBe('GOOGLE_CONSENT_INCOMPLETE');
    });

    it('that was revoked is GOOGLE_CONSENT_REVOKED, and revoking it again is no failure', async () => {
      const token = refreshToken();
      await oauth.refresh(token);
      await oauth.revoke(token);
      expect(await codeOf(oauth.refresh(token))).toBe('GOOGLE_CONSENT_REVOKED');
      await oauth.revoke(token);
      expect(requests('revoke')).toBe(2);
    });

    it('of a client that Google does not know is GOOGLE_SIGN_IN_REFUSED, with what to check', async () => {
      const token = refreshToken();
      emulator.accounts.removeClient(clientId);
      await expect(oauth.refresh(token)).rejects.toMatchObject({
        code: 'GOOGLE_SIGN_IN_REFUSED',
        message: expect.stringMatching(/deleted_client.*GOOGLE_OAUTH_CLIENT_ID/),
      });
    });

    it('needs a client, and says so', async () => {
      const none = new GoogleOAuth(googleEndpoints(emulator.url), undefined);
      const { challenge } = createPkce();
      const request = { redirectUri: CALLBACK, state: 's', challenge };
      expect(() => none.consentUrl(request)).toThrow(/Set GOOGLE_OAUTH_CLIENT_ID/);
      expect(await codeOf(none.refresh('x'))).toBe('GOOGLE_OAUTH_NOT_CONFIGURED');
    });
  });

  describe('the tokens of a connection', () => {
    it('are fetched once, however many want them, and renewed once when Google refuses', async () => {
      const { business } = await connectGoogle(emulator, []);
      const tokens = new ConnectionTokens(oauth);
      const connection = { id: 'c1', refreshToken: refreshToken() };
      const list = (): Promise<unknown> =>
        business.accounts.list({ credentials: tokens.credentialsOf(connection) });
      await Promise.all(Array.from({ length: 20 }, list));
      expect(requests('token')).toBe(1);
      emulator.accounts.expireTokens(MERCHANT);
      await Promise.all(Array.from({ length: 20 }, list));
      expect(requests('token')).toBe(2);
    });

    it('of a consent that was taken back are GOOGLE_CONSENT_REVOKED in the middle of work', async () => {
      const { business } = await connectGoogle(emulator, []);
      const tokens = new ConnectionTokens(oauth);
      const connection = { id: 'c1', refreshToken: refreshToken() };
      const list = (): Promise<unknown> =>
        business.accounts.list({ credentials: tokens.credentialsOf(connection) });
      await list();
      emulator.accounts.revoke(MERCHANT);
      expect(await codeOf(list())).toBe('GOOGLE_CONSENT_REVOKED');
      // Who connects again has another refresh token, and goes on with that.
      const again = { id: 'c1', refreshToken: refreshToken() };
      await business.accounts.list({ credentials: tokens.credentialsOf(again) });
    });

    it('are kept for the connections that were used last', async () => {
      const tokens = new ConnectionTokens(oauth, 2);
      const token = refreshToken();
      const use = async (id: string): Promise<number> => {
        await tokens.credentialsOf({ id, refreshToken: token }).tokens.current();
        return requests('token');
      };
      expect([await use('a'), await use('b'), await use('a')]).toEqual([1, 2, 2]);
      expect([await use('c'), await use('a')]).toEqual([3, 3]);
      expect(await use('b')).toBe(4);
      tokens.forget('b');
      expect(await use('b')).toBe(5);
    });

    it('count against the quota of our client', () => {
      const tokens = new ConnectionTokens(oauth);
      expect(tokens.credentialsOf({ id: 'a', refreshToken: 'x' }).quotaScope).toBe(clientId);
    });
  });
});
