import { Injectable } from '@nestjs/common';
import { DomainError, SecretBox } from '@tributary/common';
import { Config } from '@tributary/config';
import { createPkce, GoogleOAuth, type OfflineGrant, TokenInspector } from '@tributary/google';
import { type ConsentRequest, ConsentRequestRepository } from './consent-request.repository';
import { type ReviewConnection } from './review-connection';
import { ReviewConnectionRepository } from './review-connection.repository';
import { ReviewConnectionService } from './review-connection.service';
import { sealRefreshToken } from './sealed-refresh-token';

/** How long a user may take on Google's page. */
const EXPIRES_MS = 600_000;

/** Where a user is sent to. */
export interface ConsentPage {
  readonly url: string;
  readonly expiresAt: Date;
}

/** What Google sends back with the browser. */
export interface ConsentAnswer {
  readonly state: string | undefined;
  readonly code: string | undefined;
  /** Instead of a code. */
  readonly error: string | undefined;
}

/** Connects Google accounts: sends users to Google's page and takes what comes back. */
@Injectable()
export class GoogleConsentService {
  constructor(
    private readonly config: Config,
    private readonly oauth: GoogleOAuth,
    private readonly inspector: TokenInspector,
    private readonly box: SecretBox,
    private readonly requests: ConsentRequestRepository,
    private readonly connections: ReviewConnectionRepository,
    private readonly service: ReviewConnectionService,
  ) {}

  /** The page on which a user consents. */
  async begin(userId: string): Promise<ConsentPage> {
    const { verifier, challenge } = createPkce();
    const expiresAt = new Date(Date.now() + EXPIRES_MS);
    // Nothing is stored where there is no OAuth client.
    void this.oauth.clientId;
    const state = await this.requests.create({ userId, verifier }, expiresAt);
    const { redirectUri } = this;
    return { url: this.oauth.consentUrl({ redirectUri, state, challenge }), expiresAt };
  }

  /** Stores the consent that a browser brings back for the user of the state, and starts a sync. */
  async complete({ state, code, error }: ConsentAnswer): Promise<ReviewConnection> {
    const request = state === undefined ? undefined : await this.requests.take(state, new Date());
    if (!request) throw new DomainError('REVIEW_CONSENT_STATE');
    if (error === 'access_denied') throw new DomainError('REVIEW_CONSENT_DENIED');
    if (code === undefined || error !== undefined) {
      throw new DomainError('GOOGLE_CONSENT_INCOMPLETE', { cause: `Google said ${error}` });
    }
    return this.store(request.userId, await this.exchange(code, request));
  }

  private get redirectUri(): string {
    const { PUBLIC_URL, PORT } = this.config;
    const base = PUBLIC_URL ?? `http://127.0.0.1:${PORT}`;
    return `${base.replace(/\/$/, '')}/api/v1/google/callback`;
  }

  private async exchange(code: string, { verifier }: ConsentRequest): Promise<OfflineGrant> {
    const { redirectUri } = this;
    try {
      return await this.oauth.exchangeCode({ code, verifier, redirectUri });
    } catch (error) {
      const isTooLittle = error instanceof DomainError && error.code === 'BUSINESS_SCOPE_MISSING';
      throw isTooLittle ? new DomainError('REVIEW_CONSENT_SCOPE') : error;
    }
  }

  private async store(
    user_id: string,
    { accessToken, refreshToken }: OfflineGrant,
  ): Promise<ReviewConnection> {
    const { userId, email = null } = await this.inspector.inspect(accessToken);
    if (userId === undefined) {
      throw new DomainError('GOOGLE_CONSENT_INCOMPLETE', { cause: 'Google named no user' });
    }
    const key = { user_id, google_user_id: userId };
    const refresh_token_sealed = sealRefreshToken(this.box, key, refreshToken);
    const connection = await this.connections.connect({ ...key, email, refresh_token_sealed });
    if (connection.enabled) await this.service.request(connection, false);
    return connection;
  }
}
