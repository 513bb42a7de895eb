import { randomBytes } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';

/** What an access token stands for. */
export interface AccessToken {
  readonly email: string;
  readonly scopes: ReadonlySet<string>;
  readonly expiresAt: number;
}

const MAX_TOKENS = 10_000;

/** The access tokens that were given out and are still good. */
export class AccessTokens {
  private readonly tokens = new Map<string, AccessToken>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Gives out a token. */
  issue(email: string, scopes: Iterable<string>, lifetimeMs: number): string {
    // The oldest go first, so that a long run does not grow; by then they have long expired.
    for (const oldest of this.tokens.keys()) {
      if (this.tokens.size < MAX_TOKENS) break;
      this.tokens.delete(oldest);
    }
    const token = `ya29.c.c0${randomBytes(96).toString('base64url')}`;
    const expiresAt = this.clock.now() + lifetimeMs;
    this.tokens.set(token, { email, scopes: new Set(scopes), expiresAt });
    return token;
  }

  /** What a token stands for; undefined when it is not, or no longer, good. */
  find(token: string): AccessToken | undefined {
    const found = this.tokens.get(token);
    return found && found.expiresAt > this.clock.now() ? found : undefined;
  }

  /** Ends all tokens of an account at once, and tells how many there were. */
  expire(email: string): number {
    const before = this.tokens.size;
    for (const [token, found] of this.tokens) {
      if (found.email === email) this.tokens.delete(token);
    }
    return before - this.tokens.size;
  }
}
