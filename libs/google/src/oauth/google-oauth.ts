import { DomainError } from '@tributary/common';
import { type GoogleEndpoints } from '../http/endpoints';
import { type Fields } from '../shape';
import { requestOAuth } from '../tokens/oauth-request';
import { BUSINESS_SCOPE, requireBusinessScope } from './business-scope';
import { type OAuthGrant, readGrant } from './oauth-grant';

/** Our OAuth client at Google. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** The parameters of a consent page. */
export interface ConsentRequest {
  /** The address to which Google redirects the browser; registered with the client. */
  readonly redirectUri: string;
  /** Returned with the code, to match it with this request. */
  readonly state: string;
  /** Of {@link createPkce}. */
  readonly challenge: string;
  /** The address of the account that should consent, when it is known. */
  readonly loginHint?: string;
}

/** The code that a consent returned. */
export interface ConsentCode {
  readonly code: string;
  /** Of {@link createPkce}. */
  readonly verifier: string;
  /** The same as in the request. */
  readonly redirectUri: string;
}

/** A grant with a refresh token, which gives access tokens until the consent is revoked. */
export interface OfflineGrant extends OAuthGrant {
  readonly refreshToken: string;
}

/** `openid` and `email` identify the Google user, also when an account is connected again. */
const SCOPES = ['openid', 'email', BUSINESS_SCOPE];

/** Connects Google accounts of users to Business Profile: code flow with PKCE, offline. */
export class GoogleOAuth {
  constructor(
    private readonly endpoints: GoogleEndpoints,
    private readonly configured: OAuthClient | undefined,
  ) {}

  /** The id of our client; calls with tokens that were issued to it use its quota. */
  get clientId(): string {
    return this.client.id;
  }

  /** The address of Google's page on which a user consents. */
  consentUrl({ redirectUri, state, challenge, loginHint }: ConsentRequest): string {
    const query = new URLSearchParams({
      client_id: this.client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      access_type: 'offline',
      // Without it Google gives a refresh token the first time only.
      prompt: 'consent',
      ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    });
    return `${this.endpoints.consent}?${query}`;
  }

  /** Exchanges a code; the grant has to have a refresh token and cover Business Profile. */
  async exchangeCode(
    { code, verifier, redirectUri }: ConsentCode,
    signal?: AbortSignal,
  ): Promise<OfflineGrant> {
    const form = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
    const grant = readGrant(await this.request(form, 'GOOGLE_CONSENT_INCOMPLETE', signal));
    requireBusinessScope(grant.scopes);
    const { refreshToken } = grant;
    if (refreshToken === undefined) {
      throw new DomainError('GOOGLE_CONSENT_INCOMPLETE', { cause: 'Google gave no refresh token' });
    }
    return { ...grant, refreshToken };
  }

  /** Gets a new access token; if the consent was revoked, it is GOOGLE_CONSENT_REVOKED. */
  async refresh(refreshToken: string, signal?: AbortSignal): Promise<OAuthGrant> {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return readGrant(await this.request(form, 'GOOGLE_CONSENT_REVOKED', signal));
  }

  /** Revokes a consent by its refresh token; it is no failure if it was revoked before. */
  async revoke(refreshToken: string, signal?: AbortSignal): Promise<void> {
    const form = new URLSearchParams({ token: refreshToken });
    try {
      await requestOAuth({ url: this.endpoints.revoke, form, signal, refused: revokeRefused });
    } catch (error) {
      const isGone = error instanceof DomainError && error.code === 'GOOGLE_CONSENT_REVOKED';
      if (!isGone) throw error;
    }
  }

  private get client(): OAuthClient {
    if (this.configured) return this.configured;
    throw new DomainError('GOOGLE_OAUTH_NOT_CONFIGURED');
  }

  private request(
    form: Readonly<Record<string, string>>,
    onInvalidGrant: 'GOOGLE_CONSENT_INCOMPLETE' | 'GOOGLE_CONSENT_REVOKED',
    signal: AbortSignal | undefined,
  ): Promise<Fields> {
    const { id, secret } = this.client;
    return requestOAuth({
      url: this.endpoints.token,
      form: new URLSearchParams({ client_id: id, client_secret: secret, ...form }),
      signal,
      refused: (error, said) =>
        error === 'invalid_grant'
          ? new DomainError(onInvalidGrant, { cause: said })
          : clientRefused(said),
    });
  }
}

function revokeRefused(error: string, said: string): DomainError {
  return error === 'invalid_token'
    ? new DomainError('GOOGLE_CONSENT_REVOKED', { cause: said })
    : clientRefused(said);
}

function clientRefused(said: string): DomainError {
  return new DomainError('GOOGLE_SIGN_IN_REFUSED', {
    detail: `Google did not accept our OAuth client (${said}). Check GOOGLE_OAUTH_CLIENT_ID and GOOGLE_OAUTH_CLIENT_SECRET.`,
  });
}
