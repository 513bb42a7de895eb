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

/** With more connections than these, some tokens are refreshed more often than needed. */
const MAX_CONNECTIONS = 10_000;

/** The access tokens of connections, each cached and refreshed by one request at a time. */
export class ConnectionTokens {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly oauth: GoogleOAuth,
    private readonly maxConnections = MAX_CONNECTIONS,
  ) {}

  /** The credentials of calls for a connection. */
  credentialsOf({ id, refreshToken }: ConnectedAccount): GoogleCredentials {
    const known = this.entries.get(id);
    // Connecting again gives another refresh token, and may revoke the old one.
    const entry = known?.refreshToken === refreshToken ? known : this.entryOf(refreshToken);
    // Least recently used first.
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
