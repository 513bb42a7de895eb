import { expectNumber, expectString, type Fields, optionalString } from '../shape';
import { type IssuedToken } from '../tokens/cached-access-token';
import { scopesOf } from './business-scope';

/** What Google gives for a code or a refresh token. */
export interface OAuthGrant extends IssuedToken {
  /** What the user allowed, which may be less than was requested. */
  readonly scopes: readonly string[];
  /** Only for a code. */
  readonly refreshToken: string | undefined;
}

/** Validates and reads a grant of the token endpoint. */
export function readGrant(answer: Fields): OAuthGrant {
  return {
    accessToken: expectString(answer.access_token, 'access_token'),
    expiresInSeconds: expectNumber(answer.expires_in, 'expires_in'),
    scopes: scopesOf(optionalString(answer.scope, 'scope')),
    refreshToken: optionalString(answer.refresh_token, 'refresh_token') || undefined,
  };
}
