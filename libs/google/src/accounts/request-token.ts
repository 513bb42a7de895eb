import { DomainError } from '@tributary/common';
import { type gaxios } from 'google-auth-library';
import { expectNumber, expectString } from '../shape';
import { requestOAuth } from '../tokens/oauth-request';

/** How google-auth-library sends the request for a token. */
export type RequestToken = <T>(options: gaxios.GaxiosOptions) => Promise<gaxios.GaxiosResponse<T>>;

/** Sends requests for tokens to an endpoint of our choice: the library knows Google's only. */
export function tokenRequester(endpoint: string): RequestToken {
  return async <T>({ data }: gaxios.GaxiosOptions) => {
    const answer = await requestOAuth({ url: endpoint, form: data as URLSearchParams, refused });
    const token = {
      access_token: expectString(answer.access_token, 'access_token'),
      expires_in: expectNumber(answer.expires_in, 'expires_in'),
    };
    // The library reads nothing but the data.
    return { data: token } as gaxios.GaxiosResponse<T>;
  };
}

function refused(_error: string, said: string): DomainError {
  if (/reasonable timeframe|clock/i.test(said)) {
    return new DomainError('GOOGLE_CLOCK_SKEW', { cause: said });
  }
  return new DomainError('GOOGLE_SIGN_IN_REFUSED', {
    detail: `Google did not accept the key of the service account (${said}). Check that the account and its key still exist.`,
  });
}
