import { Logger } from '@nestjs/common';
import { type AccessTokens } from './google-credentials';

/** Tokens live for an hour; a new one is fetched this long before the old one ends. */
const RENEW_BEFORE_END_MS = 5 * 60_000;
/** A token that expires sooner than this might expire on its way to Google. */
const USABLE_BEFORE_END_MS = 30_000;
/** After a failed renewal the old token serves this long before the next try. */
const RETRY_RENEWAL_MS = 15_000;

/** An access token as a token endpoint gives it. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

interface Token {
  readonly value: string;
  readonly endsAt: number;
}

/**
 * An access token that can be renewed: cached, renewed early in the background while requests use
 * the old one, and by one request however many wait for it.
 */
export class CachedAccessToken implements AccessTokens {
  private readonly logger = new Logger(CachedAccessToken.name);
  private token: Token | undefined;
  private renewing: Promise<string> | undefined;
  private nextRenewalAt = 0;

  constructor(private readonly issue: () => Promise<IssuedToken>) {}

  /** A token that is valid for at least half a minute. */
  async current(): Promise<string> {
    const { token } = this;
    const leftMs = token ? token.endsAt - Date.now() : 0;
    if (!token || leftMs < USABLE_BEFORE_END_MS) return this.renew();
    if (leftMs < RENEW_BEFORE_END_MS && Date.now() >= this.nextRenewalAt) this.renewBeside();
    return token.value;
  }

  /** A token that replaces one that Google rejected. */
  async insteadOf(refused: string): Promise<string> {
    const { token } = this;
    // A concurrent request may have been rejected before and has renewed it.
    return token && token.value !== refused ? token.value : this.renew();
  }

  private renew(): Promise<string> {
    this.renewing ??= this.fetchToken().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private renewBeside(): void {
    this.nextRenewalAt = Date.now() + RETRY_RENEWAL_MS;
    this.renew().catch((error: unknown) => {
      this.logger.warn({ err: error, msg: 'Early renewal of a Google token failed' });
    });
  }

  private async fetchToken(): Promise<string> {
    const startedAt = Date.now();
    const { accessToken, expiresInSeconds } = await this.issue();
    this.token = { value: accessToken, endsAt: startedAt + expiresInSeconds * 1000 };
    return accessToken;
  }
}
