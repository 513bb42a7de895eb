import { randomBytes } from 'node:crypto';
import { type EmulatorClock } from '../control/emulator-clock';
import { type Consent } from './consents';
import { invalidGrant } from './oauth-error';

/** What a code stands for until it is exchanged. */
export interface AuthorizationCode extends Consent {
  readonly redirectUri: string;
  /** The base64url of the SHA-256 of what the client will show. */
  readonly codeChallenge?: string;
  /** Whether a refresh token is given for it. */
  readonly isOffline: boolean;
}

/** How long a code can be exchanged. */
export const CODE_LIFETIME_MS = 10 * 60_000;
const MAX_CODES = 1_000;

/** The codes that clients may exchange for tokens, each once. */
export class AuthorizationCodes {
  private readonly codes = new Map<string, AuthorizationCode & { readonly expiresAt: number }>();

  constructor(private readonly clock: EmulatorClock) {}

  /** Gives out a code. */
  issue(code: AuthorizationCode): string {
    for (const oldest of this.codes.keys()) {
      if (this.codes.size < MAX_CODES) break;
      this.codes.delete(oldest);
    }
    const text = `4/0A${randomBytes(52).toString('base64url')}`;
    this.codes.set(text, { ...code, expiresAt: this.clock.now() + CODE_LIFETIME_MS });
    return text;
  }

  /** What a code of a client stands for, unless `check` refuses it; throws an OAuthError. */
  redeem(
    clientId: string,
    code: string,
    check: (found: AuthorizationCode) => void,
  ): AuthorizationCode {
    const found = this.codes.get(code);
    if (!found) throw invalidGrant(code.startsWith('4/') ? 'Bad Request' : 'Malformed auth code.');
    if (found.clientId !== clientId || found.expiresAt <= this.clock.now()) {
      throw invalidGrant('Bad Request');
    }
    check(found);
    this.codes.delete(code);
    return found;
  }

  /** Ends the codes of a user with a client, or with all. */
  revoke(email: string, clientId?: string): void {
    for (const [code, found] of this.codes) {
      if (found.email === email && (clientId ?? found.clientId) === found.clientId) {
        this.codes.delete(code);
      }
    }
  }
}
