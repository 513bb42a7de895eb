import { createSign, generateKeyPairSync } from 'node:crypto';
import { EmulatorClock } from '../control/emulator-clock';
import { type KeyFile } from './key-file';
import { OAuthError } from './oauth-error';
import { ServiceAccounts } from './service-accounts';
import { TokenEndpoint } from './token-endpoint';

const EMAIL = 'robot@project-one.iam.gserviceaccount.com';
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ORIGIN = 'http://127.0.0.1:9010';
const OUT_OF_TIME =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';

const clock = new EmulatorClock();
const accounts = new ServiceAccounts(clock);
const endpoint = new TokenEndpoint(accounts, clock);
let key: KeyFile;

beforeAll(() => {
  key = accounts.create(EMAIL);
});
afterEach(() => {
  clock.reset();
  accounts.tokenLifetimeSeconds = 3600;
});

const seconds = (): number => Math.floor(Date.now() / 1000);

function sign(claims: object = {}, header: object = {}, privateKey = key.private_key): string {
  const iat = seconds();
  const parts = [
    { alg: 'RS256', ...header },
    {
      iss: EMAIL,
      scope: SCOPE,
      aud: 'https://oauth2.googleapis.com/token',
      iat,
      exp: iat + 3600,
      ...claims,
    },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createSign('RSA-SHA256').update(parts.join('.')).sign(privateKey, 'base64url');
  return [...parts, signature].join('.');
}

function grant(form: Record<string, string>): ReturnType<TokenEndpoint['grant']> {
  return endpoint.grant(new URLSearchParams(form), ORIGIN);
}

function refusal(form: Record<string, string>): [number, string, string] {
  try {
    grant(form);
  } catch (error) {
    if (error instanceof OAuthError) return [error.code, error.error, error.description];
    throw error;
  }
  throw new Error('Expected a refusal');
}

const withAssertion = (assertion: string): Record<string, string> => ({
  grant_type: GRANT,
  assertion,
});

describe('an assertion', () => {
  it('is worth a token of an hour', () => {
    const { email, grant: given } = grant(withAssertion(sign()));
    expect(email).toBe(EMAIL);
    expect(given).toEqual({
      access_token: expect.stringMatching(/^ya29\.c\.[\w-]{50,}$/),
      expires_in: 3599,
      token_type: 'Bearer',
    });
    expect(accounts.principal(given.access_token)).toEqual({
      email: EMAIL,
      projectNumber: expect.stringMatching(/^\d{12}$/),
      scopes: new Set([SCOPE]),
    });
    clock.advance(3600_001);
    expect(accounts.principal(given.access_token)).toBeUndefined();
  });

  it.each([['https://www.googleapis.com/oauth2/v4/token'], [`${ORIGIN}/token`]])(
    'may be for %s',
    (aud) => {
      expect(grant(withAssertion(sign({ aud }))).email).toBe(EMAIL);
    },
  );

  it('may name the key and ask for several scopes', () => {
    const drive = 'https://www.googleapis.com/auth/drive.metadata.readonly';
    const jwt = sign({ scope: `${SCOPE} ${drive}` }, { typ: 'JWT', kid: key.private_key_id });
    const { access_token } = grant(withAssertion(jwt)).grant;
    expect(accounts.principal(access_token)?.scopes).toEqual(new Set([SCOPE, drive]));
  });

  it('gives short tokens when it is told so', () => {
    accounts.tokenLifetimeSeconds = 2;
    const { access_token, expires_in } = grant(withAssertion(sign())).grant;
    expect(expires_in).toBe(1);
    clock.advance(2001);
    expect(accounts.principal(access_token)).toBeUndefined();
  });

  it.each<[string, object, object, [number, string, string]]>([
    [
      'of nobody',
      { iss: 'nobody@x.test' },
      {},
      [400, 'invalid_grant', 'Invalid grant: account not found'],
    ],
    ['without an issuer', { iss: undefined }, {}, [400, 'invalid_grant', 'Not a valid email.']],
    ['by a name', { iss: 'robot' }, {}, [400, 'invalid_grant', 'Not a valid email.']],
    ['with another key id', {}, { kid: 'other' }, [400, 'invalid_grant', 'Invalid JWT Signature.']],
    [
      'with another algorithm',
      {},
      { alg: 'none' },
      [400, 'invalid_grant', 'Invalid JWT Signature.'],
    ],
    [
      'for somebody else',
      { aud: 'https://x.test' },
      {},
      [400, 'invalid_grant', 'Invalid JWT: Failed audience check.'],
    ],
    ['without a time', { iat: undefined }, {}, [400, 'invalid_grant', OUT_OF_TIME]],
    [
      'that is good for too long',
      { exp: seconds() + 3700 },
      {},
      [400, 'invalid_grant', OUT_OF_TIME],
    ],
    [
      'that has ended',
      { iat: seconds() - 3700, exp: seconds() - 100 },
      {},
      [400, 'invalid_grant', OUT_OF_TIME],
    ],
    [
      'of the future',
      { iat: seconds() + 400, exp: seconds() + 500 },
      {},
      [400, 'invalid_grant', OUT_OF_TIME],
    ],
    ['that ends before it begins', { exp: seconds() - 1 }, {}, [400, 'invalid_grant', OUT_OF_TIME]],
    [
      'without a scope',
      { scope: '' },
      {},
      [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.'],
    ],
    [
      'with an unknown scope',
      { scope: `${SCOPE} nope` },
      {},
      [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.'],
    ],
    [
      'for an ID token',
      { scope: undefined, target_audience: 'x' },
      {},
      [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.'],
    ],
    [
      'for a user of the domain',
      { sub: 'boss@x.test' },
      {},
      [
        401,
        'unauthorized_client',
        'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
      ],
    ],
    [
      'for a user who is none',
      { sub: 'boss' },
      {},
      [400, 'invalid_grant', 'Invalid email or User ID'],
    ],
  ])('%s is refused', (_, claims, header, expected) => {
    expect(refusal(withAssertion(sign(claims, header)))).toEqual(expected);
  });

  it('may be a little ahead of time', () => {
    expect(grant(withAssertion(sign({ iat: seconds() + 200, exp: seconds() + 300 }))).email).toBe(
      EMAIL,
    );
  });

  it('is judged by the time of the emulator', () => {
    clock.advance(-3600_000);
    expect(refusal(withAssertion(sign()))[2]).toBe(OUT_OF_TIME);
  });

  it.each(['x', 'a.b', 'a.b.c', '....', `${'e30'}.${'e30'}.`])('such as %p is refused', (jwt) => {
    expect(refusal(withAssertion(jwt))).toEqual([400, 'invalid_grant', expect.any(String)]);
  });

  it('of another key, or changed on its way, is refused', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = other.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(refusal(withAssertion(sign({}, {}, pem)))[2]).toBe('Invalid JWT Signature.');
    const [header, , signature] = sign().split('.');
    const [, claims] = sign({ scope: 'https://www.googleapis.com/auth/drive' }).split('.');
    expect(refusal(withAssertion([header, claims, signature].join('.')))[2]).toBe(
      'Invalid JWT Signature.',
    );
  });

  it('of a key that was replaced is refused', () => {
    const email = 'rotating@x.test';
    const old = accounts.create(email);
    const jwt = sign({ iss: email }, {}, old.private_key);
    expect(grant(withAssertion(jwt)).email).toBe(email);
    const renewed = accounts.rotateKey(email);
    expect(refusal(withAssertion(jwt))[2]).toBe('Invalid JWT Signature.');
    expect(grant(withAssertion(sign({ iss: email }, {}, renewed.private_key))).email).toBe(email);
    accounts.disable(email);
    expect(refusal(withAssertion(sign({ iss: email }, {}, renewed.private_key)))).toEqual([
      401,
      'disabled_client',
      'The OAuth client was disabled.',
    ]);
    accounts.remove(email);
    expect(refusal(withAssertion(jwt))[2]).toBe('Invalid grant: account not found');
  });

  it('may be signed with a key of the test', () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    accounts.register('mine@x.test', publicKey);
    expect(grant(withAssertion(sign({ iss: 'mine@x.test' }, {}, privateKey))).email).toBe(
      'mine@x.test',
    );
  });
});

describe('a refresh token', () => {
  it('is worth a token until the user takes the consent back', () => {
    const user = accounts.createUser('owner@shop.test');
    const form = { grant_type: 'refresh_token', ...user };
    const given = grant(form).grant;
    expect(given).toMatchObject({
      expires_in: 3599,
      scope: 'https://www.googleapis.com/auth/business.manage',
    });
    expect(accounts.principal(given.access_token)?.email).toBe('owner@shop.test');
    expect(refusal({ ...form, refresh_token: 'x' })).toEqual([
      400,
      'invalid_grant',
      'Token has been expired or revoked.',
    ]);
    expect(refusal({ ...form, client_secret: 'x' })).toEqual([
      401,
      'invalid_client',
      expect.any(String),
    ]);
    expect(refusal({ ...form, client_id: 'x' })).toEqual([
      401,
      'invalid_client',
      expect.any(String),
    ]);
    accounts.revoke('owner@shop.test');
    expect(refusal(form)[2]).toBe('Token has been expired or revoked.');
    expect(accounts.principal(given.access_token)).toBeUndefined();
    accounts.remove('owner@shop.test');
    expect(refusal(form)[1]).toBe('deleted_client');
  });
});

it.each<[Record<string, string>, [number, string, string]]>([
  [{}, [400, 'invalid_request', 'Missing required parameter: grant_type']],
  [{ grant_type: 'password' }, [400, 'unsupported_grant_type', 'Invalid grant_type: password']],
  [{ grant_type: GRANT }, [400, 'invalid_request', 'Missing required parameter: assertion']],
  [
    { grant_type: 'refresh_token' },
    [400, 'invalid_request', 'Missing required parameter: client_id'],
  ],
])('a form %p is refused', (form, expected) => {
  expect(refusal(form)).toEqual(expected);
});
