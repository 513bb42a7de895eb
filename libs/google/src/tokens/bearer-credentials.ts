import { DomainError } from '@tributary/common';
import { type GoogleCredentials } from './google-credentials';
import '../errors/google.errors';

/** The syntax of bearer tokens (RFC 6750); Google's have at most 2,048 characters. */
const TOKEN = /^[A-Za-z0-9._~+/-]{1,4096}=*$/;

/** An access token from outside, which we cannot renew. */
export interface GivenToken {
  readonly accessToken: string;
  /** The OAuth client that it was issued to: its project's quota is what calls use. */
  readonly clientId: string;
}

/**
 * Credentials of a token from outside. When Google rejects it, the call fails with
 * GOOGLE_TOKEN_EXPIRED: only its owner can provide another one.
 */
export function bearerCredentials({ accessToken, clientId }: GivenToken): GoogleCredentials {
  return {
    quotaScope: clientId,
    tokens: {
      current: () => Promise.resolve().then(() => checkedToken(accessToken)),
      insteadOf: () => Promise.reject(new DomainError('GOOGLE_TOKEN_EXPIRED')),
    },
  };
}

/** Rejects what cannot be a token: as a header it would fail with an error that quotes it. */
export function checkedToken(accessToken: string): string {
  if (TOKEN.test(accessToken)) return accessToken;
  throw new DomainError('GOOGLE_TOKEN_EXPIRED', {
    detail: 'This is not an access token of Google: it has characters, or a length, that none has.',
  });
}
