import { type Rule } from './rule';
import { type VariableName } from './define-variables';

/** What is of no use without brokers. */
const CONNECTION: readonly VariableName[] = [
  'KAFKA_SSL_CA_FILE',
  'KAFKA_SASL_USERNAME',
  'KAFKA_SASL_PASSWORD',
];

const brokersAreNamed: Rule = ({ KAFKA_BROKERS, KAFKA_SSL, KAFKA_SASL_MECHANISM }, given) => {
  if (KAFKA_BROKERS.length > 0) return [];
  const half =
    CONNECTION.find(given) ??
    (KAFKA_SSL === 'on' ? 'KAFKA_SSL' : undefined) ??
    (KAFKA_SASL_MECHANISM === 'none' ? undefined : 'KAFKA_SASL_MECHANISM');
  if (half === undefined) return [];
  return [{ variable: 'KAFKA_BROKERS', message: `expected addresses, because ${half} is set` }];
};

const authorityIsUsed: Rule = ({ KAFKA_SSL }, given) => {
  if (KAFKA_SSL === 'on' || !given('KAFKA_SSL_CA_FILE')) return [];
  return [{ variable: 'KAFKA_SSL', message: 'expected on, because KAFKA_SSL_CA_FILE is set' }];
};

const signInIsWhole: Rule = ({ KAFKA_SASL_MECHANISM }, given) => {
  const parts = ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const;
  if (KAFKA_SASL_MECHANISM === 'none') {
    const half = parts.find(given);
    const variable = 'KAFKA_SASL_MECHANISM';
    const message = `expected plain, scram-sha-256 or scram-sha-512, because ${half} is set`;
    return half ? [{ variable, message }] : [];
  }
  const message = `expected a value, because KAFKA_SASL_MECHANISM is ${KAFKA_SASL_MECHANISM}`;
  return parts.filter((part) => !given(part)).map((variable) => ({ variable, message }));
};

const passwordIsEncrypted: Rule = ({ NODE_ENV, KAFKA_SSL, KAFKA_SASL_MECHANISM }) => {
  const isInClear = KAFKA_SASL_MECHANISM === 'plain' && KAFKA_SSL === 'off';
  if (NODE_ENV !== 'production' || !isInClear) return [];
  const message = 'expected on, because KAFKA_SASL_MECHANISM=plain sends the password unencrypted';
  return [{ variable: 'KAFKA_SSL', message }];
};

/** What says how to reach Kafka would be ignored in silence where its other half is missing. */
export const kafkaRules: readonly Rule[] = [
  brokersAreNamed,
  authorityIsUsed,
  signInIsWhole,
  passwordIsEncrypted,
];
