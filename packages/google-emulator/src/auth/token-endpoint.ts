import { type EmulatorClock } from '../control/emulator-clock';
import { type TokenOptions } from './account';
import { verifyAssertion } from './assertion';
import { type AuthorizationCode } from './authorization-codes';
import { type ClientCredentials } from './client-credentials';
import { type Consent } from './consents';
import { invalidGrant, missingParameter, OAuthError } from './oauth-error';
import { type OAuthClient } from './oauth-clients';
import { verifiesChallenge } from './pkce';
import { parseScopes } from './scopes';
import { type ServiceAccounts } from './service-accounts';

/** What the token endpoint gives out. */
export interface TokenGrant {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'Bearer';
  readonly scope?: string;
  readonly refresh_token?: string;
  /** Only of apps that are published for testing. */
  readonly refresh_token_expires_in?: number;
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
/** What Google says of a refresh token that ends after a week. */
const TESTING_SECONDS = 604_799;
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Google's token endpoint: gives out tokens for assertions, refresh tokens and codes. */
export class TokenEndpoint {
  constructor(
    private readonly accounts: ServiceAccounts,
    private readonly clock: EmulatorClock,
  ) {}

  /** Grants a token for the fields of a form and what a header says of the client; throws an OAuthError. */
  grant(form: URLSearchParams, origin: string, basic?: ClientCredentials): Granted {
    const type = form.get('grant_type');
    if (type === JWT_BEARER) return this.forAssertion(required(form, 'assertion'), origin);
    if (type === 'refresh_token') return this.forRefreshToken(form, basic);
    if (type === 'authorization_code') return this.forCode(form, basic);
    if (!type) throw missingParameter('grant_type');
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

  private forRefreshToken(form: URLSearchParams, basic: ClientCredentials | undefined): Granted {
    const { clientId } = this.clientOf(form, basic);
    const consent = this.accounts.consents.redeem(clientId, required(form, 'refresh_token'));
    this.refuseDisabled(consent.email);
    return { email: consent.email, grant: this.issueTo(consent, true) };
  }

  private forCode(form: URLSearchParams, basic: ClientCredentials | undefined): Granted {
    const client = this.clientOf(form, basic);
    const code = this.accounts.codes.redeem(client.clientId, required(form, 'code'), (found) => {
      if (required(form, 'redirect_uri') !== found.redirectUri) {
        throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request');
      }
      checkVerifier(found, form.get('code_verifier'));
      this.refuseDisabled(found.email);
    });
    const { email, scopes, isOffline } = code;
    const grant = this.issueTo(code, isOffline);
    if (!isOffline) return { email, grant };
    const refreshToken = this.accounts.issueRefreshToken(email, client, scopes);
    return {
      email,
      grant: {
        ...grant,
        refresh_token: refreshToken,
        ...(client.isTesting && { refresh_token_expires_in: TESTING_SECONDS }),
      },
    };
  }

  private clientOf(form: URLSearchParams, basic: ClientCredentials | undefined): OAuthClient {
    const id = basic?.clientId ?? required(form, 'client_id');
    const secret = basic?.clientSecret ?? form.get('client_secret');
    if (!secret) throw new OAuthError(400, 'invalid_request', 'client_secret is missing.');
    return this.accounts.clients.authenticate(id, secret);
  }

  private issueTo({ email, clientId, scopes }: Consent, isOffline: boolean): TokenGrant {
    const grant = this.issue(email, scopes, { clientId, isOffline });
    return { ...grant, scope: [...scopes].join(' ') };
  }

  private issue(
    email: string,
    scopes: ReadonlySet<string>,
    options: TokenOptions = {},
  ): TokenGrant {
    const seconds = this.accounts.tokenLifetimeSeconds;
    return {
      access_token: this.accounts.issue(email, scopes, seconds * 1000, options),
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
  throw missingParameter(name);
}

function checkVerifier({ codeChallenge }: AuthorizationCode, codeVerifier: string | null): void {
  if (codeChallenge === undefined) {
    if (codeVerifier) throw invalidGrant('code_verifier or verifier is not needed.');
    return;
  }
  if (!codeVerifier) throw invalidGrant('Missing code verifier.');
  if (!verifiesChallenge(codeVerifier, codeChallenge)) throw invalidGrant('Invalid code verifier.');
}
