import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { ConfigError, loadConfig, type RawEnvironment } from '.';

function problemsOf(raw: RawEnvironment): string[] {
  try {
    loadConfig(raw);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable, message }) => `${variable}: ${message}`);
  }
}

const BROKERS = { KAFKA_BROKERS: 'kafka-1.example:9092, [::1]:9093' };
const SIGN_IN = {
  KAFKA_SASL_MECHANISM: 'scram-sha-256',
  KAFKA_SASL_USERNAME: 'tributary',
  KAFKA_SASL_PASSWORD: 'of a test',
};

describe('how to reach Kafka', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-config-'));
  const ca = join(folder, 'ca.pem');
  beforeAll(() => writeFileSync(ca, `# of a test\n${rootCertificates.slice(0, 2).join('\n')}\n`));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is not needed', () => {
    expect(loadConfig({})).toMatchObject({ KAFKA_BROKERS: [], KAFKA_SSL: 'off' });
  });

  it('is a list of addresses', () => {
    expect(loadConfig(BROKERS).KAFKA_BROKERS).toEqual(['kafka-1.example:9092', '[::1]:9093']);
  });

  it.each(['kafka', 'kafka:0', 'kafka:99999', 'kafka://kafka:9092', 'kafka:9092/x', ','])(
    'is not %s',
    (KAFKA_BROKERS) => {
      expect(problemsOf({ KAFKA_BROKERS })).toEqual([
        `KAFKA_BROKERS: expected addresses such as broker-1.example:9092, separated by commas, without a scheme, got "${KAFKA_BROKERS}"`,
      ]);
    },
  );

  it('may have TLS, an authority and a sign-in', () => {
    const config = loadConfig({ ...BROKERS, ...SIGN_IN, KAFKA_SSL: 'on', KAFKA_SSL_CA_FILE: ca });
    expect(config.KAFKA_SSL_CA_FILE?.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(config.KAFKA_SASL_PASSWORD).toBe('of a test');
  });

  it.each(['nowhere.pem', 'of-no-certificates.pem'])('has no authority in %s', (name) => {
    writeFileSync(join(folder, 'of-no-certificates.pem'), 'nothing of the sort');
    const KAFKA_SSL_CA_FILE = join(folder, name);
    expect(problemsOf({ ...BROKERS, KAFKA_SSL: 'on', KAFKA_SSL_CA_FILE })).toEqual([
      `KAFKA_SSL_CA_FILE: expected the name of a readable file with certificates in PEM, got "${KAFKA_SSL_CA_FILE}"`,
    ]);
  });

  it.each<[string, RawEnvironment, string]>([
    ['TLS', { KAFKA_SSL: 'on' }, 'KAFKA_BROKERS: expected addresses, because KAFKA_SSL is set'],
    ['a sign-in', SIGN_IN, 'KAFKA_BROKERS: expected addresses, because KAFKA_SASL_USERNAME is set'],
    [
      'a mechanism',
      { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'x', KAFKA_SASL_PASSWORD: 'y' },
      'KAFKA_BROKERS: expected addresses, because KAFKA_SASL_USERNAME is set',
    ],
  ])('is missing where only %s is set', (_, raw, problem) => {
    expect(problemsOf(raw)).toEqual([problem]);
  });

  it.each<[string, RawEnvironment, string[]]>([
    [
      'an authority without TLS',
      { KAFKA_SSL_CA_FILE: '<ca>' },
      ['KAFKA_SSL: expected on, because KAFKA_SSL_CA_FILE is set'],
    ],
    [
      'a password without a mechanism',
      { KAFKA_SASL_PASSWORD: 'x' },
      [
        'KAFKA_SASL_MECHANISM: expected plain, scram-sha-256 or scram-sha-512, because KAFKA_SASL_PASSWORD is set',
      ],
    ],
    [
      'a mechanism alone',
      { KAFKA_SASL_MECHANISM: 'plain' },
      [
        'KAFKA_SASL_USERNAME: expected a value, because KAFKA_SASL_MECHANISM is plain',
        'KAFKA_SASL_PASSWORD: expected a value, because KAFKA_SASL_MECHANISM is plain',
      ],
    ],
  ])('is not %s', (_, raw, problems) => {
    const given = raw.KAFKA_SSL_CA_FILE ? { KAFKA_SSL_CA_FILE: ca } : raw;
    expect(problemsOf({ ...BROKERS, ...given })).toEqual(problems);
  });

  it('never has a password in clear in production', () => {
    const raw = { ...BROKERS, ...SIGN_IN, KAFKA_SASL_MECHANISM: 'plain', NODE_ENV: 'production' };
    expect(problemsOf(raw)).toContain(
      'KAFKA_SSL: expected on, because KAFKA_SASL_MECHANISM=plain sends the password unencrypted',
    );
    expect(problemsOf({ ...raw, KAFKA_SSL: 'on' })).not.toContainEqual(
      expect.stringContaining('KAFKA_'),
    );
  });
});
