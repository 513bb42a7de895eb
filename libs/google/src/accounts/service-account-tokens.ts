import { type ServiceAccountKey } from '@tributary/config';
import { GoogleToken } from 'google-auth-library';
import { CachedAccessToken } from '../tokens/cached-access-token';
import { type RequestToken } from './request-token';

/**
 * The access token of one service account. The library only creates and signs the request: it
 * would otherwise block on every renewal, and retry by itself.
 */
export class ServiceAccountTokens extends CachedAccessToken {
  constructor(key: ServiceAccountKey, scopes: readonly string[], requestToken: RequestToken) {
    const google = new GoogleToken({
      email: key.email,
      key: key.privateKey,
      scope: [...scopes],
      transporter: { request: requestToken },
    });
    super(async () => {
      const answer = await google.getToken({ forceRefresh: true });
      // The transporter has checked that both are there.
      return {
        accessToken: answer.access_token ?? '',
        expiresInSeconds: answer.expires_in ?? 0,
      };
    });
  }
}
