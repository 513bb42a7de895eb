import { type EmulatorClock } from '../control/emulator-clock';
import { verifyAssertion } from './assertion';
import { invalidGrant, OAuthError } from './oauth-error';
import { parseScopes } from './scopes';
import { type ServiceAccounts } from './service-accounts';

/** What the token endpoint gives out. */
export interface TokenGrant {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'Bearer';
  readonly scope?: string;
}

/** A grant and who got it. */
export interface Granted {
  readonly email: string;
  readonly grant: TokenGrant;
}

/** The paths of the token endpoint, the old one included. */
export const TOKEN_PATHS: ReadonlySet<string> = new Set(['/token', '/oauth2/v4/token']);

const GOOGLE_AUDIENCES = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
];
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Google's token endpoint: gives out access tokens for assertions and refresh tokens. */
export class TokenEndpoint {
  constructor(
    private readonly accounts: ServiceAccounts,
    private readonly clock: EmulatorClock,
  ) {}

  /** Grants a token for the fields of a form; throws an OAuthError. */
  grant(form: URLSearchParams, origin: string): Granted {
    const type = form.get('grant_type');
    if (type === JWT_BEARER) return this.forAssertion(required(form, 'assertion'), origin);
    if (type === 'refresh_token') return this.forRefreshToken(form);
    if (!type)
      throw new OAuthError(400, 'invalid_request', 'Missing required parameter: grant_type');
    throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${type}`);
  }

  private forAssertion(assertion: string, origin: string): Granted {
    const { iss, scope, sub } = verifyAssertion(assertion, {
      now: this.clock.now(),
      audiences: [...GOOGLE_AUDIENCES, `${origin}/token`],
      keysOf: (email) => this.accounts.find(email)?.keys,
    });
    this.refuseDisabled(iss);
    if (sub !== undefined && sub !== iss) refuseDelegation(sub);
    const scopes = parseScopes(scope);
    if (!scopes) {
      throw new OAuthError(
        400,
        'invalid_scope',
        'Invalid OAuth scope or ID token audience provided.',
      );
    }
    return { email: iss, grant: this.issue(iss, scopes) };
  }

  private forRefreshToken(form: URLSearchParams): Granted {
    const { email, scopes } = this.accounts.findUser(
      required(form, 'client_id'),
      required(form, 'client_secret'),
      required(form, 'refresh_token'),
    );
    this.refuseDisabled(email);
    return { email, grant: { ...this.issue(email, scopes), scope: [...scopes].join(' ') } };
  }

  private issue(email: string, scopes: ReadonlySet<string>): TokenGrant {
    const seconds = this.accounts.tokenLifetimeSeconds;
    return {
      access_token: this.accounts.issue(email, scopes, seconds * 1000),
      expires_in: Math.max(0, Math.ceil(seconds) - 1),
      token_type: 'Bearer',
    };
  }

  private refuseDisabled(email: string): void {
    if (this.accounts.find(email)?.isDisabled) {
      throw new OAuthError(401, 'disabled_client', 'The OAuth client was disabled.');
    }
  }
}

// Acting for a user of the domain needs a right that no account of the emulator has.
function refuseDelegation(sub: unknown): never {
  if (typeof sub !== 'string' || !sub.includes('@')) {
    throw invalidGrant('Invalid email or User ID');
  }
  throw new OAuthError(
    401,
    'unauthorized_client',
    'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
  );
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value) return value;
  throw new OAuthError(400, 'invalid_request', `Missing required parameter: ${name}`);
}
