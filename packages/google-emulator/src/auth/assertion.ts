import { verify, type KeyObject } from 'node:crypto';
import { invalidGrant } from './oauth-error';

/** A key with which an account may sign. */
export interface AccountKey {
  readonly keyId: string;
  readonly publicKey: KeyObject;
}

/** What an assertion says that the caller has to look at. */
export interface AssertionClaims {
  readonly iss: string;
  readonly scope?: unknown;
  readonly sub?: unknown;
}

/** What an assertion is checked against. */
export interface AssertionRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly audiences: readonly string[];
  /** The keys of an account; undefined when there is no such account. */
  keysOf(email: string): readonly AccountKey[] | undefined;
}

const MAX_LIFETIME_SECONDS = 3600;
const MAX_SKEW_SECONDS = 300;
const OUT_OF_TIME =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';

/** Checks a signed assertion as Google does and gives its claims; throws an OAuthError. */
export function verifyAssertion(jwt: string, rules: AssertionRules): AssertionClaims {
  const parts = jwt.split('.');
  const [header, claims] = parts.slice(0, 2).map(decodePart);
  if (parts.length !== 3 || !header || !claims) {
    throw invalidGrant('Invalid JWT: Failed to parse the assertion.');
  }
  const { iss } = claims;
  if (typeof iss !== 'string' || !iss.includes('@')) throw invalidGrant('Not a valid email.');
  const keys = rules.keysOf(iss);
  if (!keys) throw invalidGrant('Invalid grant: account not found');
  checkSignature(parts, header, keys);
  if (!rules.audiences.includes(String(claims['aud']))) {
    throw invalidGrant('Invalid JWT: Failed audience check.');
  }
  checkTime(claims['iat'], claims['exp'], rules.now / 1000);
  return { ...claims, iss };
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function checkSignature(
  [header, claims, signature]: readonly string[],
  { alg, kid }: Record<string, unknown>,
  keys: readonly AccountKey[],
): void {
  const signed = Buffer.from(`${header}.${claims}`);
  const bytes = Buffer.from(signature ?? '', 'base64url');
  // Google's own library names no key; then any key of the account will do.
  const isGood = keys
    .filter(({ keyId }) => kid === undefined || kid === keyId)
    .some(({ publicKey }) => verify('RSA-SHA256', signed, publicKey, bytes));
  if (alg !== 'RS256' || !isGood) throw invalidGrant('Invalid JWT Signature.');
}

function checkTime(iat: unknown, exp: unknown, now: number): void {
  if (typeof iat !== 'number' || typeof exp !== 'number') throw invalidGrant(OUT_OF_TIME);
  const isInTime =
    exp > iat && exp - iat <= MAX_LIFETIME_SECONDS && iat <= now + MAX_SKEW_SECONDS && exp > now;
  if (!isInTime) throw invalidGrant(OUT_OF_TIME);
}
