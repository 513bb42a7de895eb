import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, GENERAL_VARIABLES, loadConfig, type RawEnvironment, variables } from '.';

const SECRETS = {
  JWT_SECRET: 'j'.repeat(32),
  INTERNAL_API_KEY: 'k'.repeat(32),
  ENCRYPTION_KEYS: `2026a:${Buffer.alloc(32, 7).toString('base64')}`,
};

function problemsOf(raw: RawEnvironment): Record<string, string> {
  try {
    loadConfig(raw);
    return {};
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return Object.fromEntries(error.problems.map(({ variable, message }) => [variable, message]));
  }
}

describe('loadConfig', () => {
  it('gives every variable its default in an empty environment', () => {
    expect(loadConfig({})).toMatchObject({
      ROLE: 'all',
      PORT: 3000,
      HOST: '127.0.0.1',
      SHUTDOWN_GRACE_SECONDS: 30,
      CORS_ORIGINS: [],
      REDIS_URL: undefined,
    });
  });

  it('types what it is given', () => {
    const config = loadConfig({
      PORT: '8080',
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      ENCRYPTION_KEYS: `new:${Buffer.alloc(32, 1).toString('base64')},old:${Buffer.alloc(32, 2).toString('base64')}`,
    });
    expect(config.PORT).toBe(8080);
    expect(config.CORS_ORIGINS).toEqual(['https://a.example', 'http://localhost:5173']);
    expect(config.ENCRYPTION_KEYS.map(({ id }) => id)).toEqual(['new', 'old']);
  });

  it.each([
    'mongodb://a:27017,b:27017,c:27017/tributary?replicaSet=rs0',
    'mongodb+srv://user:p%40ss@cluster.example/tributary',
  ])('takes the MongoDB URL %s', (MONGODB_URL) => {
    expect(loadConfig({ MONGODB_URL }).MONGODB_URL).toBe(MONGODB_URL);
  });

  it.each(['mongodb://', 'mongodb:///x', 'mongodb://a b', 'mongodb'])(
    'does not take the MongoDB URL %s',
    (MONGODB_URL) => {
      expect(Object.keys(problemsOf({ MONGODB_URL }))).toEqual(['MONGODB_URL']);
    },
  );

  it('takes empty text for an unset variable, as compose files write it', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: ' ', ADMIN_EMAIL: '' }).PORT).toBe(3000);
  });

  it('reports every problem at once, with its variable and what is expected', () => {
    const problems = problemsOf({
      PORT: '70000',
      ROLE: 'boss',
      MONGODB_URL: 'postgres://db',
      CORS_ORIGINS: 'https://shop.example/path',
      ENCRYPTION_KEYS: 'k1:short',
      ADMIN_EMAIL: 'mai@shop.example',
    });
    expect(problems).toEqual({
      PORT: 'expected a whole number from 0 to 65535, got "70000"',
      ROLE: 'expected one of api, worker, all, got "boss"',
      MONGODB_URL: expect.stringContaining('mongodb://'),
      CORS_ORIGINS: expect.stringContaining('without a path'),
      ENCRYPTION_KEYS: expect.stringContaining('openssl rand -base64 32'),
      ADMIN_PASSWORD: 'expected a value, because ADMIN_EMAIL is set',
    });
  });

  it('takes an OAuth client of Google whole or not at all', () => {
    const GOOGLE_OAUTH_CLIENT_ID = '123456789012-abc.apps.googleusercontent.com';
    const GOOGLE_OAUTH_CLIENT_SECRET = 'GOCSPX-0123456789';
    const client = { GOOGLE_OAUTH_CLIENT_ID, GOOGLE_OAUTH_CLIENT_SECRET };
    expect(loadConfig(client)).toMatchObject(client);
    expect(problemsOf({ GOOGLE_OAUTH_CLIENT_ID })).toEqual({
      GOOGLE_OAUTH_CLIENT_SECRET: 'expected a value, because GOOGLE_OAUTH_CLIENT_ID is set',
    });
    expect(problemsOf({ GOOGLE_OAUTH_CLIENT_SECRET })).toEqual({
      GOOGLE_OAUTH_CLIENT_ID: 'expected a value, because GOOGLE_OAUTH_CLIENT_SECRET is set',
    });
    expect(problemsOf({ ...client, GOOGLE_OAUTH_CLIENT_ID: 'my-app' })).toEqual({
      GOOGLE_OAUTH_CLIENT_ID: expect.stringContaining('.apps.googleusercontent.com'),
    });
  });

  it('never repeats the value of a secret', () => {
    const problems = problemsOf({
      ENCRYPTION_KEYS: 'hunter2',
      ADMIN_PASSWORD: 'hunter2',
      REDIS_URL: 'hunter2',
    });
    expect(Object.keys(problems)).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it.each(['JWT_SECRET', 'INTERNAL_API_KEY', 'ENCRYPTION_KEYS'] as const)(
    'refuses the default of %s in production, and outside of loopback',
    (name) => {
      const rest = { ...SECRETS, [name]: undefined };
      for (const where of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }]) {
        expect(Object.keys(problemsOf({ ...rest, ...where }))).toEqual([name]);
        const spelledOut = { ...rest, ...where, [name]: GENERAL_VARIABLES[name].fallbackText };
        expect(Object.keys(problemsOf(spelledOut))).toEqual([name]);
      }
      expect(problemsOf({ ...SECRETS, NODE_ENV: 'production' })).toEqual({});
    },
  );

  it('refuses short secrets in production', () => {
    const short = { ...SECRETS, NODE_ENV: 'production', JWT_SECRET: 'j'.repeat(31) };
    expect(problemsOf(short)).toEqual({
      JWT_SECRET:
        'expected a secret of your own, at least 32 characters long, because NODE_ENV is production',
    });
  });

  it('needs no JWT_SECRET when an outside issuer signs the tokens', () => {
    const raw = { ...SECRETS, NODE_ENV: 'production', JWT_SECRET: undefined };
    expect(problemsOf({ ...raw, JWT_JWKS_URL: 'https://id.example/keys' })).toEqual({});
    expect(problemsOf({ ...raw, JWT_JWKS_URL: 'http://id.example/keys' })).toEqual({
      JWT_JWKS_URL: expect.stringContaining('https://'),
    });
  });

  it.each(['api', 'worker'])('needs stores that both can share for ROLE=%s', (ROLE) => {
    expect(problemsOf({ ROLE })).toEqual({
      MONGODB_URL: expect.stringContaining(`ROLE=${ROLE}`),
      REDIS_URL: expect.stringContaining(`ROLE=${ROLE}`),
    });
    const shared = { MONGODB_URL: 'mongodb://127.0.0.1/x', REDIS_URL: 'redis://127.0.0.1:6379' };
    expect(problemsOf({ ROLE, ...shared })).toEqual({});
  });

  it('fails with a ConfigError or not at all, whatever it is given', () => {
    const names = fc.constantFrom(...Object.keys(variables), 'JWT_SECRET_FILE', 'UNRELATED');
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (raw) => {
        expect(() => problemsOf(raw)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  describe('secrets in files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tributary-config-'));
    const file = join(folder, 'jwt');
    beforeAll(() => writeFileSync(file, `${SECRETS.JWT_SECRET}\n`));
    afterAll(() => rmSync(folder, { recursive: true }));

    it('reads a secret from the file that <NAME>_FILE names', () => {
      expect(loadConfig({ JWT_SECRET_FILE: file }).JWT_SECRET).toBe(SECRETS.JWT_SECRET);
    });

    it('reports a missing file and a doubled secret together with everything else', () => {
      const problems = problemsOf({
        PORT: 'x',
        INTERNAL_API_KEY_FILE: join(folder, 'nowhere'),
        JWT_SECRET: SECRETS.JWT_SECRET,
        JWT_SECRET_FILE: file,
      });
      expect(Object.keys(problems).sort()).toEqual([
        'INTERNAL_API_KEY_FILE',
        'JWT_SECRET_FILE',
        'PORT',
      ]);
    });

    it('knows no files for what is not secret', () => {
      expect(loadConfig({ PORT_FILE: join(folder, 'nowhere') }).PORT).toBe(3000);
    });
  });
});
