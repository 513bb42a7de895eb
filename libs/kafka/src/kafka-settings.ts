import { type Environment } from '@tributary/config';

/** How to reach Kafka. */
export interface KafkaSettings {
  readonly brokers: readonly string[];
  readonly clientId: string;
  /** How long one call may take. */
  readonly deadlineMs: number;
  readonly tls?: { readonly ca?: string };
  readonly sasl?: {
    readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
    readonly username: string;
    readonly password: string;
  };
}

/** The settings in the environment; undefined where no brokers are configured. */
export function kafkaSettings(environment: Environment): KafkaSettings | undefined {
  const { KAFKA_BROKERS, KAFKA_CLIENT_ID, KAFKA_DEADLINE_MS, KAFKA_SSL } = environment;
  if (KAFKA_BROKERS.length === 0) return undefined;
  const ca = environment.KAFKA_SSL_CA_FILE;
  const mechanism = environment.KAFKA_SASL_MECHANISM;
  return {
    brokers: KAFKA_BROKERS,
    clientId: KAFKA_CLIENT_ID,
    deadlineMs: KAFKA_DEADLINE_MS,
    ...(KAFKA_SSL === 'on' ? { tls: ca === undefined ? {} : { ca } } : {}),
    ...(mechanism === 'none'
      ? {}
      : {
          sasl: {
            mechanism,
            username: environment.KAFKA_SASL_USERNAME ?? '',
            password: environment.KAFKA_SASL_PASSWORD ?? '',
          },
        }),
  };
}
