import { randomBytes } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';
import { invalidGrant } from './oauth-error';

/** A user who lets a client act within some scopes. */
export interface Consent {
  readonly email: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
}

/** What a client stores to act for a user. */
export interface UserCredentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
}

interface RefreshToken extends Consent {
  readonly expiresAt: number;
}

/** How many refresh tokens of one user a client can have: the oldest end without a word. */
const MAX_REFRESH_TOKENS = 100;

/** What users have agreed to, and the refresh tokens that were given out for it. */
export class Consents {
  private readonly consents: Consent[] = [];
  private readonly refreshTokens = new Map<string, RefreshToken>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Notes that a user agrees to scopes, besides those of before. */
  add({ email, clientId, scopes }: Consent): void {
    const before = this.find(email, clientId);
    if (before) this.consents.splice(this.consents.indexOf(before), 1);
    const all = new Set([...(before?.scopes ?? []), ...scopes]);
    this.consents.push({ email, clientId, scopes: all });
  }

  /** What a user has agreed to with a client, or with any of them. */
  find(email: string, clientId?: string): Consent | undefined {
    return this.consents.find(
      (consent) =>
        consent.email === email && (clientId === undefined || consent.clientId === clientId),
    );
  }

  /** Gives out a refresh token; it ends after a lifetime where there is one. */
  issueRefreshToken(consent: Consent, lifetimeMs = Infinity): string {
    const others = [...this.refreshTokens].filter(([, other]) => isOf(other, consent));
    const tooMany = others.length - MAX_REFRESH_TOKENS + 1;
    for (const [token] of others.slice(0, Math.max(0, tooMany))) this.refreshTokens.delete(token);
    const token = `1//0${randomBytes(48).toString('base64url')}`;
    this.refreshTokens.set(token, { ...consent, expiresAt: this.clock.now() + lifetimeMs });
    return token;
  }

  /** What a refresh token of a client stands for; throws an OAuthError. */
  redeem(clientId: string, refreshToken: string): Consent {
    const found = this.findByRefreshToken(refreshToken);
    if (found?.clientId !== clientId) throw invalidGrant('Token has been expired or revoked.');
    return found;
  }

  /** What a refresh token stands for; undefined when it is not, or no longer, good. */
  findByRefreshToken(refreshToken: string): Consent | undefined {
    const found = this.refreshTokens.get(refreshToken);
    return found && found.expiresAt > this.clock.now() ? found : undefined;
  }

  /** Ends what fits with its refresh tokens: of one user, of one client, or of both. */
  revoke(which: Partial<Pick<Consent, 'email' | 'clientId'>>): void {
    const isMeant = ({ email, clientId }: Consent): boolean =>
      (which.email ?? email) === email && (which.clientId ?? clientId) === clientId;
    const left = this.consents.filter((consent) => !isMeant(consent));
    this.consents.splice(0, this.consents.length, ...left);
    for (const [token, consent] of this.refreshTokens) {
      if (isMeant(consent)) this.refreshTokens.delete(token);
    }
  }
}

function isOf(one: Consent, other: Consent): boolean {
  return one.email === other.email && one.clientId === other.clientId;
}
