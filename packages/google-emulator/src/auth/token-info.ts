import { type EmulatorClock } from '../control/emulator-clock';
import { accountNumberOf } from './key-file';
import { OAuthError } from './oauth-error';
import { type ServiceAccounts } from './service-accounts';
import { EMAIL_SCOPES, isIdentityScope } from './scopes';

/** What Google tells of an access token; throws an OAuthError when it is not good. Numbers are texts. */
export function tokenInfo(
  accounts: ServiceAccounts,
  clock: EmulatorClock,
  token: string | undefined,
): Record<string, string> {
  if (token === undefined) {
    const description = 'either access_token, id_token, or token_handle required';
    throw new OAuthError(400, 'invalid_request', description);
  }
  const found = accounts.accessToken(token);
  if (!found) throw new OAuthError(400, 'invalid_token', 'Invalid Value');
  const { email, clientId, scopes, expiresAt, isOffline } = found;
  const client = clientId ?? accountNumberOf(email);
  return {
    azp: client,
    aud: client,
    // Who somebody is, is told only to those who were let know.
    ...([...scopes].some(isIdentityScope) && { sub: accountNumberOf(email) }),
    scope: [...scopes].join(' '),
    exp: String(Math.floor(expiresAt / 1000)),
    expires_in: String(Math.floor((expiresAt - clock.now()) / 1000)),
    ...(EMAIL_SCOPES.some((scope) => scopes.has(scope)) && { email, email_verified: 'true' }),
    access_type: isOffline ? 'offline' : 'online',
  };
}
