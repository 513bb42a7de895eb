import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config-error';
import { loadConfig } from './load-config';
import { serviceAccounts } from './service-accounts';

const pem = (type: 'rsa' | 'ec'): string => {
  const options = { privateKeyEncoding: { type: 'pkcs8', format: 'pem' } } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  return type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding, ...options }).privateKey
    : generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding, ...options }).privateKey;
};
const privateKey = pem('rsa');

const keyFile = (email: string): Record<string, string> => ({
  type: 'service_account',
  project_id: 'shop',
  private_key_id: 'abc',
  private_key: privateKey,
  client_email: email,
});
const one = JSON.stringify(keyFile('bot@shop.example'));
const several = JSON.stringify([keyFile('bot@shop.example'), keyFile('second@shop.example')]);
const bot = { email: 'bot@shop.example', privateKey };

describe('the service accounts of Google', () => {
  const variable = serviceAccounts({ doc: 'Whose.' });
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tributary-test-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('may be given as JSON', () => {
    expect(variable.parse(one)).toEqual([bot]);
  });

  it('may be given in base64', () => {
    expect(variable.parse(Buffer.from(one).toString('base64'))).toEqual([bot]);
  });

  it('may be given by the name of a file', () => {
    const file = join(folder, 'key.json');
    writeFileSync(file, several);
    expect(variable.parse(file)).toMatchObject([bot, { email: 'second@shop.example' }]);
  });

  it('may have line ends that were escaped twice', () => {
    const escaped = { ...keyFile(bot.email), private_key: privateKey.replaceAll('\n', '\\n') };
    expect(variable.parse(JSON.stringify(escaped))).toEqual([bot]);
  });

  it.each([
    ['no such file', 'no-such-file.json'],
    ['an empty array', '[]'],
    ['something else', '{"type":"authorized_user"}'],
    ['no email', JSON.stringify({ ...keyFile(bot.email), client_email: undefined })],
    ['a key that was cut', JSON.stringify({ ...keyFile(bot.email), private_key: '-----BEGIN' })],
    ['a key of another sort', JSON.stringify({ ...keyFile(bot.email), private_key: pem('ec') })],
    ['the same account twice', JSON.stringify([keyFile(bot.email), keyFile(bot.email)])],
    ['one good and one bad', JSON.stringify([keyFile(bot.email), {}])],
  ])('may not be %s', (_, text) => {
    expect(variable.parse(text)).toBeUndefined();
  });
});

describe('variables that go with them', () => {
  const problemsOf = (raw: Record<string, string>): string[] => {
    try {
      loadConfig(raw);
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.problems.map(({ variable }) => variable);
    }
  };

  it('let one account be shown under another address, but not several', () => {
    const GOOGLE_SERVICE_ACCOUNT_EMAIL = 'sheets@shop.example';
    const shown = { GOOGLE_SERVICE_ACCOUNT_EMAIL };
    expect(problemsOf({ GOOGLE_SERVICE_ACCOUNT_JSON: one, ...shown })).toEqual([]);
    expect(problemsOf({ GOOGLE_SERVICE_ACCOUNT_JSON: several, ...shown })).toEqual([
      'GOOGLE_SERVICE_ACCOUNT_EMAIL',
    ]);
  });

  it('never print the key', () => {
    const broken = one.replace('PRIVATE KEY', 'PRIVATE CAT');
    expect(() => loadConfig({ GOOGLE_SERVICE_ACCOUNT_JSON: broken })).toThrow(
      /GOOGLE_SERVICE_ACCOUNT_JSON.*not shown here/,
    );
  });

  it('send tokens in production only over https', () => {
    const raw = { NODE_ENV: 'production', GOOGLE_API_BASE_URL: 'http://127.0.0.1:9010' };
    expect(problemsOf(raw)).toContain('GOOGLE_API_BASE_URL');
    expect(problemsOf({ GOOGLE_API_BASE_URL: 'http://127.0.0.1:9010' })).toEqual([]);
  });
});
