import { CachedAccessToken } from '../tokens/cached-access-token';
import { type GoogleCredentials } from '../tokens/google-credentials';
import { type GoogleOAuth } from './google-oauth';

/** A connected Google account. */
export interface ConnectedAccount {
  /** The id of the connection. */
  readonly id: string;
  readonly refreshToken: string;
}

interface Entry {
  readonly refreshToken: string;
  readonly credentials: GoogleCredentials;
}

/** A process that serves more connections than these refreshes the tokens of some more often. */
const MAX_CONNECTIONS = 10_000;

/** Access tokens of connected accounts, each cached and refreshed once for all who wait for it. */
export class ConnectionTokens {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly oauth: GoogleOAuth,
    private readonly maxConnections = MAX_CONNECTIONS,
  ) {}

  /** What calls for a connection sign in with. */
  credentialsOf({ id, refreshToken }: ConnectedAccount): GoogleCredentials {
    const known = this.entries.get(id);
    // Whoever connects again has another refresh token, and the old one may be revoked.
    const entry = known?.refreshToken === refreshToken ? known : this.entryOf(refreshToken);
    // Used last, removed last.
    this.entries.delete(id);
    this.entries.set(id, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.maxConnections) break;
      this.entries.delete(oldest);
    }
    return entry.credentials;
  }

  /** Forgets the token of a connection that was deleted. */
  forget(id: string): void {
    this.entries.delete(id);
  }

  private entryOf(refreshToken: string): Entry {
    return {
      refreshToken,
      credentials: {
        quotaScope: this.oauth.clientId,
        tokens: new CachedAccessToken(() => this.oauth.refresh(refreshToken)),
      },
    };
  }
}
