import { DomainError } from '@tributary/common';
import { type GoogleEndpoints } from '../http/endpoints';
import { checkedToken } from '../tokens/bearer-credentials';
import { requestOAuth } from '../tokens/oauth-request';
import { requireBusinessScope } from './business-scope';
import { readTokenInfo, type TokenInfo } from './token-info';

/** Looks up access tokens at Google before they are used. */
export class TokenInspector {
  constructor(private readonly endpoints: GoogleEndpoints) {}

  /** Looks up a token; one that Google does not accept is GOOGLE_TOKEN_EXPIRED. */
  async inspect(accessToken: string, signal?: AbortSignal): Promise<TokenInfo> {
    const answer = await requestOAuth({
      url: this.endpoints.tokenInfo,
      // Not in the URL: addresses end up in logs.
      headers: { Authorization: `Bearer ${checkedToken(accessToken)}` },
      signal,
      // Google does not distinguish an expired token from an invalid one.
      refused: (_error, said) => new DomainError('GOOGLE_TOKEN_EXPIRED', { cause: said }),
    });
    const info = readTokenInfo(answer);
    if (info.expiresAt.getTime() <= Date.now()) throw new DomainError('GOOGLE_TOKEN_EXPIRED');
    return info;
  }

  /** Looks up a token that has to cover Business Profile; otherwise it is BUSINESS_SCOPE_MISSING. */
  async inspectForBusiness(accessToken: string, signal?: AbortSignal): Promise<TokenInfo> {
    const info = await this.inspect(accessToken, signal);
    requireBusinessScope(info.scopes);
    return info;
  }
}
