import { type Environment, type VariableName, variables } from './define-variables';
import { GENERAL_VARIABLES } from './general-variables';
import { kafkaRules } from './kafka-rules';
import { type Rule } from './rule';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

const secretsAreYourOwn: Rule = (environment, given) => {
  const production = environment.NODE_ENV === 'production';
  if (!production && LOOPBACK.has(environment.HOST)) return [];

  const reason = production ? 'NODE_ENV is production' : `HOST is ${environment.HOST}`;
  // An outside issuer signs the tokens, so no secret of ours is needed.
  const unused = environment.JWT_JWKS_URL === undefined ? [] : ['JWT_SECRET'];

  return Object.entries(variables).flatMap(([name, variable]) => {
    if (!variable.secret || unused.includes(name)) return [];
    const value = environment[name as VariableName];
    const isDefault = variable.fallbackText !== '' && !given(name as VariableName);
    const isShort = typeof value === 'string' && value.length < variable.productionLength;
    const isTheDefault = typeof value === 'string' && value === variable.fallbackText;
    const isKnownKey = name === 'ENCRYPTION_KEYS' && usesKnownKey(environment);
    if (!isDefault && !isShort && !isTheDefault && !isKnownKey) return [];
    return [{ variable: name, message: `expected ${variable.expected}, because ${reason}` }];
  });
};

function usesKnownKey(environment: Environment): boolean {
  const known = GENERAL_VARIABLES.ENCRYPTION_KEYS.fallback.map(({ key }) => key);
  return environment.ENCRYPTION_KEYS.some(({ key }) => known.some((bad) => bad.equals(key)));
}

const rolesShareTheirStores: Rule = (environment) => {
  const { ROLE } = environment;
  if (ROLE === 'all') return [];
  return (['MONGODB_URL', 'REDIS_URL'] as const)
    .filter((variable) => environment[variable] === undefined)
    .map((variable) => ({
      variable,
      message: `expected a URL, because ROLE=${ROLE} has to share it with the other role; ROLE=all starts one of its own`,
    }));
};

/** Two variables of which one is of no use without the other. */
function bothOrNeither(one: VariableName, other: VariableName): Rule {
  return (environment) => {
    const [missing, present] = environment[one] === undefined ? [one, other] : [other, one];
    if (environment[missing] !== undefined || environment[present] === undefined) return [];
    return [{ variable: missing, message: `expected a value, because ${present} is set` }];
  };
}

/** In production, traffic to that address has to be encrypted. */
function encryptedInProduction(variable: VariableName, because: string): Rule {
  return (environment) => {
    const url = environment[variable];
    const isPlain = typeof url === 'string' && url.startsWith('http://');
    if (environment.NODE_ENV !== 'production' || !isPlain) return [];
    return [{ variable, message: `expected https://, because ${because}` }];
  };
}

const oneAddressToShareWith: Rule = (environment) => {
  const { GOOGLE_SERVICE_ACCOUNT_JSON: accounts, GOOGLE_SERVICE_ACCOUNT_EMAIL } = environment;
  if (GOOGLE_SERVICE_ACCOUNT_EMAIL === undefined || accounts.length < 2) return [];
  return [
    {
      variable: 'GOOGLE_SERVICE_ACCOUNT_EMAIL',
      message: `expected nothing, because there are ${accounts.length} service accounts and each is shown by its own address`,
    },
  ];
};

/** The checks that concern more than one variable. */
export const rules: readonly Rule[] = [
  secretsAreYourOwn,
  rolesShareTheirStores,
  bothOrNeither('ADMIN_EMAIL', 'ADMIN_PASSWORD'),
  bothOrNeither('GOOGLE_OAUTH_CLIENT_ID', 'GOOGLE_OAUTH_CLIENT_SECRET'),
  encryptedInProduction('JWT_JWKS_URL', 'whoever can change the key set can sign tokens'),
  encryptedInProduction('GOOGLE_API_BASE_URL', 'access tokens are sent there'),
  oneAddressToShareWith,
  ...kafkaRules,
];
