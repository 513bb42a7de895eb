import { randomBytes } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';

/** What an access token stands for. */
export interface AccessToken {
  readonly email: string;
  /** The OAuth client to which it was given; a service account needs none. */
  readonly clientId?: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: number;
  /** Whether the client has a refresh token besides. */
  readonly isOffline: boolean;
}

/** What is said of an access token that is given out. */
export type NewAccessToken = Pick<AccessToken, 'email' | 'clientId'> & {
  readonly scopes: Iterable<string>;
  readonly lifetimeMs: number;
  readonly isOffline?: boolean;
};

const MAX_TOKENS = 10_000;

/** The access tokens that were given out and are still good. */
export class AccessTokens {
  private readonly tokens = new Map<string, AccessToken>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Gives out a token. */
  issue({ email, clientId, scopes, lifetimeMs, isOffline = false }: NewAccessToken): string {
    // The oldest go first, so that a long run does not grow; by then they have long expired.
    for (const oldest of this.tokens.keys()) {
      if (this.tokens.size < MAX_TOKENS) break;
      this.tokens.delete(oldest);
    }
    const prefix = clientId === undefined ? 'ya29.c.c0' : 'ya29.a0';
    const token = `${prefix}${randomBytes(96).toString('base64url')}`;
    this.tokens.set(token, {
      email,
      ...(clientId === undefined ? {} : { clientId }),
      scopes: new Set(scopes),
      expiresAt: this.clock.now() + lifetimeMs,
      isOffline,
    });
    return token;
  }

  /** What a token stands for; undefined when it is not, or no longer, good. */
  find(token: string): AccessToken | undefined {
    const found = this.tokens.get(token);
    return found && found.expiresAt > this.clock.now() ? found : undefined;
  }

  /** Ends one token. */
  remove(token: string): void {
    this.tokens.delete(token);
  }

  /** Ends the tokens of a user, of a client, or of both at once, and tells how many there were. */
  expire(which: { readonly email?: string; readonly clientId?: string | undefined }): number {
    const before = this.tokens.size;
    for (const [token, { email, clientId }] of this.tokens) {
      const isMeant = (which.email ?? email) === email && (which.clientId ?? clientId) === clientId;
      if (isMeant) this.tokens.delete(token);
    }
    return before - this.tokens.size;
  }
}
