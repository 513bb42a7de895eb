import { Controller, Get } from '@nestjs/common';
import { AdminOnly } from '@tributary/common';
import { Config } from '@tributary/config';
import { decodeJwt, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../factories/app';
import { Client, newCredentials } from '../factories/client';
import { testEnvironment } from '../factories/environment';

const ADMIN = { email: `${randomUUID()}@shop.example`, password: 'the first admin here' };
const { INTERNAL_API_KEY, JWT_SECRET } = testEnvironment();

/** The house has no route for admins yet. */
@AdminOnly()
@Controller('for-admins')
class AdminsController {
  @Get()
  read(): string {
    return 'welcome';
  }
}

describe('accounts and access', () => {
  let test: TestApp;
  let client: Client;

  beforeAll(async () => {
    test = await startApp(
      { ADMIN_EMAIL: ADMIN.email.toUpperCase(), ADMIN_PASSWORD: ADMIN.password },
      [AdminsController],
    );
  });

  beforeEach(() => {
    client = new Client(test.server);
  });

  describe('register', () => {
    it('creates an account and shows it without its password', async () => {
      const { email, password } = newCredentials();
      const { body } = await client
        .post('/api/v1/auth/register', { email: ` ${email.toUpperCase()} `, password })
        .expect(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        email,
        role: 'user',
        created_at: expect.any(String),
      });
    });

    it('refuses an email that is taken, in whatever case', async () => {
      const credentials = newCredentials();
      await client.post('/api/v1/auth/register', credentials).expect(201);
      const again = { ...credentials, email: credentials.email.toUpperCase() };
      const { body } = await client.post('/api/v1/auth/register', again).expect(409);
      expect(body.detail).toContain('exists already');
    });

    it('lets just one of many registrations at once have the email', async () => {
      const credentials = newCredentials();
      const attempts = Array.from({ length: 5 }, () =>
        client.post('/api/v1/auth/register', credentials),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
    });

    it.each([
      [{ email: 'nobody', password: 'long enough here' }, 'email'],
      [{ email: 'mai@shop.example', password: 'short' }, 'password'],
      [{ email: 'mai@shop.example', password: 'x'.repeat(129) }, 'password'],
      [{ email: { $ne: null }, password: 'long enough here' }, 'email'],
      [{ email: 'mai@shop.example', password: 'long enough here', role: 'admin' }, 'role'],
    ])('refuses %j because of its %s', async (body, field) => {
      const response = await client.post('/api/v1/auth/register', body).expect(422);
      expect(response.body.detail[0].loc).toEqual(['body', field]);
    });
  });

  describe('login', () => {
    it('gives a token that names its issuer, audience, owner and end', async () => {
      const credentials = newCredentials();
      const { body: account } = await client.post('/api/v1/auth/register', credentials);
      const { body } = await client.post('/api/v1/auth/login', credentials).expect(200);
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      const claims = decodeJwt(body.access_token as string);
      expect(claims).toMatchObject({ iss: 'tributary', aud: 'tributary', sub: account.id });
      expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    });

    it('answers an unknown account and a wrong password alike', async () => {
      const known = newCredentials();
      await client.post('/api/v1/auth/register', known).expect(201);
      const wrong = await client.post('/api/v1/auth/login', { ...known, password: 'not this' });
      const unknown = await client.post('/api/v1/auth/login', newCredentials());
      expect([wrong.status, unknown.status]).toEqual([401, 401]);
      expect(wrong.body).toEqual({ detail: 'Incorrect email or password' });
      expect(unknown.body).toEqual(wrong.body);
    });
  });

  describe('me', () => {
    it('shows the account of the token', async () => {
      const credentials = newCredentials();
      const mai = await client.signedUp(credentials);
      const { body } = await mai.get('/api/v1/auth/me').expect(200);
      expect(body).toMatchObject({ email: credentials.email, role: 'user' });
    });

    it('asks for a token where there is none', async () => {
      const { body, headers } = await client.get('/api/v1/auth/me').expect(401);
      expect(body.detail).toContain('Authorization: Bearer');
      expect(headers['www-authenticate']).toBe('Bearer');
    });

    const forged: [string, () => Promise<string>][] = [
      [
        'is signed with another secret',
        () => token({ secret: 'another secret of 32 characters!' }),
      ],
      ['has another algorithm', () => token({ alg: 'HS512' })],
      ['is not signed at all', () => Promise.resolve(unsigned())],
      ['has expired', () => token({ exp: '-1m' })],
      ['is from another issuer', () => token({ iss: 'elsewhere' })],
      ['is for another audience', () => token({ aud: 'elsewhere' })],
      ['is of an account that does not exist', () => token({ sub: 'f'.repeat(24) })],
      ['is no token', () => Promise.resolve('nonsense')],
    ];
    it.each(forged)('refuses a token that %s', async (_, make) => {
      const { body } = await client
        .get('/api/v1/auth/me')
        .set('Authorization', `Bearer ${await make()}`)
        .expect(401);
      expect(body.detail).toBe('The access token is not valid or has expired. Sign in again.');
    });
  });

  describe('the first admin', () => {
    it('can sign in and has the role', async () => {
      const admin = await client.signedIn(ADMIN);
      const { body } = await admin.get('/api/v1/auth/me').expect(200);
      expect(body.role).toBe('admin');
    });

    it('may enter where others may not', async () => {
      const admin = await client.signedIn(ADMIN);
      await admin.get('/for-admins').expect(200, 'welcome');
      const mai = await client.signedUp();
      await mai.get('/for-admins').expect(403, { detail: 'Your role does not allow this.' });
      await client.get('/for-admins').expect(401);
    });

    it('does not take over an account that somebody has already', async () => {
      const mai = newCredentials();
      const first = await startApp();
      await new Client(first.server).post('/api/v1/auth/register', mai).expect(201);
      const { MONGODB_URL } = first.app.get(Config);
      const { server } = await startApp({
        MONGODB_URL,
        ADMIN_EMAIL: mai.email,
        ADMIN_PASSWORD: 'another password',
      });
      const stillMai = await new Client(server).signedIn(mai);
      const { body } = await stillMai.get('/api/v1/auth/me').expect(200);
      expect(body.role).toBe('user');
    });
  });

  describe('internal routes', () => {
    it('open for the API key', async () => {
      const { body } = await client
        .get('/api/v1/internal/ping')
        .set('X-API-Key', INTERNAL_API_KEY)
        .expect(200);
      expect(body).toEqual({ status: 'ok', timestamp: expect.any(String) });
    });

    it.each([undefined, '', 'wrong', `${INTERNAL_API_KEY} `.repeat(2)])(
      'stay closed for the key %p',
      async (key) => {
        const request = client.get('/api/v1/internal/ping');
        const { body } = await (key === undefined ? request : request.set('X-API-Key', key));
        expect(body).toEqual({ detail: 'Invalid API key' });
      },
    );

    it('do not open for an access token, nor the others for an API key', async () => {
      const mai = await client.signedUp();
      await mai.get('/api/v1/internal/ping').expect(401, { detail: 'Invalid API key' });
      await client.get('/api/v1/auth/me').set('X-API-Key', INTERNAL_API_KEY).expect(401);
    });
  });
});

interface TokenParts {
  secret?: string;
  alg?: string;
  exp?: string;
  iss?: string;
  aud?: string;
  sub?: string;
}

/** A token that is right but for the given parts. */
function token(parts: TokenParts): Promise<string> {
  return new SignJWT({ role: 'admin' })
    .setProtectedHeader({ alg: parts.alg ?? 'HS256' })
    .setSubject(parts.sub ?? 'a'.repeat(24))
    .setIssuer(parts.iss ?? 'tributary')
    .setAudience(parts.aud ?? 'tributary')
    .setExpirationTime(parts.exp ?? '1h')
    .sign(new TextEncoder().encode(parts.secret ?? JWT_SECRET));
}

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: 'a'.repeat(24), iss: 'tributary', aud: 'tributary', exp };
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}
