import { loadConfig } from '@tributary/config';
import { kafkaSettings } from './kafka-settings';

describe('the settings of Kafka', () => {
  it('are none without brokers', () => {
    expect(kafkaSettings(loadConfig({}))).toBeUndefined();
  });

  it('are those of a broker without TLS and sign-in', () => {
    expect(kafkaSettings(loadConfig({ KAFKA_BROKERS: 'a:1,b:2' }))).toEqual({
      brokers: ['a:1', 'b:2'],
      clientId: 'tributary',
      deadlineMs: 10_000,
    });
  });

  it('have TLS and a sign-in', () => {
    const config = loadConfig({
      KAFKA_BROKERS: 'a:1',
      KAFKA_CLIENT_ID: 'shop',
      KAFKA_DEADLINE_MS: '2000',
      KAFKA_SSL: 'on',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'mai',
      KAFKA_SASL_PASSWORD: 'secret',
    });
    expect(kafkaSettings(config)).toEqual({
      brokers: ['a:1'],
      clientId: 'shop',
      deadlineMs: 2_000,
      tls: {},
      sasl: { mechanism: 'scram-sha-512', username: 'mai', password: 'secret' },
    });
    expect(kafkaSettings({ ...config, KAFKA_SSL_CA_FILE: 'PEM' })?.tls).toEqual({ ca: 'PEM' });
  });
});
