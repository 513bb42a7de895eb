import { expectObject, expectString, optionalString, unexpected } from '../shape';
import { scopesOf } from './business-scope';

/** What Google knows of an access token. */
export interface TokenInfo {
  readonly scopes: readonly string[];
  /** When it expires, by the clock of this machine. */
  readonly expiresAt: Date;
  /** The OAuth client that it was issued to; calls with the token use its quota. */
  readonly clientId: string;
  /** The permanent id of the Google user; only of a token that also has the scope `openid`. */
  readonly userId: string | undefined;
  /** The user's address; only of a token that also has the scope `email`. */
  readonly email: string | undefined;
}

/** Validates and reads the response of the tokeninfo endpoint, whose numbers are texts. */
export function readTokenInfo(answer: unknown, now = Date.now()): TokenInfo {
  const info = expectObject(answer, 'the token');
  const clientId = optionalString(info.azp, 'azp') || expectString(info.aud, 'aud');
  if (clientId === '') throw unexpected('aud', 'the id of a client', info.aud);
  return {
    scopes: scopesOf(optionalString(info.scope, 'scope')),
    expiresAt: new Date(now + secondsOf(info.expires_in) * 1000),
    clientId,
    userId: optionalString(info.sub, 'sub') || undefined,
    email: optionalString(info.email, 'email') || undefined,
  };
}

function secondsOf(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : expectString(value, 'expires_in');
  if (!/^-?\d{1,9}$/.test(text)) throw unexpected('expires_in', 'a number of seconds', value);
  return Number(text);
}
