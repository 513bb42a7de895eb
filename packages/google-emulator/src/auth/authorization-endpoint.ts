import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  REQUEST_PARAMETERS,
} from './authorization-request';
import { OAuthError } from './oauth-error';
import { isIdentityScope } from './scopes';
import { type ServiceAccounts } from './service-accounts';

/** What somebody answers who is asked for consent. */
export interface ConsentDecision {
  /** Who answers; needed to allow. */
  readonly email?: string;
  readonly deny?: boolean;
  /** What is agreed to; all that was asked for unless told. */
  readonly scopes?: readonly string[];
}

/** What a consent page shows, and what it sends back. */
export interface ConsentForm {
  readonly request: AuthorizationRequest;
  readonly emails: readonly string[];
  /** The parameters of the request, for hidden fields. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Proves that the answer comes from a page of the emulator. */
  readonly ticket: string;
}

/** The most users whom a page offers. */
const MAX_EMAILS = 100;

/** Google's authorization endpoint: shows what an app asks for, and takes the answer of the user. */
export class AuthorizationEndpoint {
  private readonly key = randomBytes(32);

  constructor(private readonly accounts: ServiceAccounts) {}

  /** What the page for a request shows, or the address to go to without one; throws an OAuthError. */
  open(query: URLSearchParams): ConsentForm | { readonly location: string } {
    const request = this.read(query);
    // Nobody is ever signed in here, so that without a page nobody can answer.
    if (request.prompts.has('none')) return { location: refused(request, 'interaction_required') };
    const parameters = parametersOf(query);
    return { request, emails: this.emails(request), parameters, ticket: this.sign(parameters) };
  }

  /** Takes what a page sends back and gives the address to go to; throws an OAuthError. */
  submit(form: URLSearchParams): string {
    const ticket = Buffer.from(form.get('ticket') ?? '');
    const expected = Buffer.from(this.sign(parametersOf(form)));
    if (ticket.length !== expected.length || !timingSafeEqual(ticket, expected)) {
      throw new OAuthError(400, 'invalid_request', 'The page is outdated: begin again in the app.');
    }
    const request = this.read(form);
    return this.decide(request, {
      email: form.get('email') ?? '',
      deny: form.get('decision') !== 'allow',
      ...(form.has('choice') ? { scopes: form.getAll('granted') } : {}),
    });
  }

  /**
   * Answers an address of the consent page without the page, as tests do: gives the address to go to, and throws
   * where the page would show an error.
   */
  answer(url: string | URL, decision: ConsentDecision): string {
    return this.decide(this.read(new URL(url).searchParams), decision);
  }

  private read(query: URLSearchParams): AuthorizationRequest {
    return readAuthorizationRequest(query, this.accounts.clients);
  }

  private decide(request: AuthorizationRequest, decision: ConsentDecision): string {
    if (decision.deny === true) return refused(request, 'access_denied');
    const { client, redirectUri, codeChallenge } = request;
    const email = this.userOf(decision.email ?? '');
    const granted = grantedScopes(request, decision.scopes);
    if (granted.size === 0) return refused(request, 'access_denied');
    const { consents, codes } = this.accounts;
    const before = consents.find(email, client.clientId)?.scopes ?? new Set<string>();
    const isNew = [...granted].some((scope) => !before.has(scope));
    consents.add({ email, clientId: client.clientId, scopes: granted });
    const scopes = request.includesGranted ? new Set([...before, ...granted]) : granted;
    const code = codes.issue({
      email,
      clientId: client.clientId,
      scopes,
      redirectUri,
      ...(codeChallenge === undefined ? {} : { codeChallenge }),
      // Who agreed before gives no second refresh token, unless the app makes Google ask again.
      isOffline: request.isOffline && (isNew || request.prompts.has('consent')),
    });
    return redirect(request, {
      code,
      scope: [...scopes].join(' '),
      authuser: '0',
      prompt: isNew || request.prompts.has('consent') ? 'consent' : 'none',
    });
  }

  private userOf(email: string): string {
    const account = this.accounts.find(email);
    if (account?.kind === 'user' && !account.isDisabled) return email;
    throw new OAuthError(400, 'invalid_request', `There is no user ${email} who could sign in.`);
  }

  private emails({ loginHint }: AuthorizationRequest): string[] {
    const emails = this.accounts
      .all()
      .filter(({ kind, isDisabled }) => kind === 'user' && !isDisabled)
      .map(({ email }) => email);
    const hinted = emails.filter((email) => email === loginHint);
    const others = emails.filter((email) => email !== loginHint);
    return [...hinted, ...others].slice(0, MAX_EMAILS);
  }

  private sign(parameters: readonly (readonly [string, string])[]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(parameters)).digest('base64url');
  }
}

/** The scopes that a user may leave out: there is no choice where only one is asked for. */
export function optionalScopes({ scopes }: AuthorizationRequest): readonly string[] {
  return scopes.size < 2 ? [] : [...scopes].filter((scope) => !isIdentityScope(scope));
}

function grantedScopes(
  request: AuthorizationRequest,
  chosen: readonly string[] | undefined,
): Set<string> {
  const { scopes } = request;
  if (!chosen) return new Set(scopes);
  const optional = new Set(optionalScopes(request));
  return new Set([...scopes].filter((scope) => !optional.has(scope) || chosen.includes(scope)));
}

function refused(request: AuthorizationRequest, error: string): string {
  return redirect(request, { error });
}

function redirect(
  { redirectUri, state }: AuthorizationRequest,
  parameters: Readonly<Record<string, string>>,
): string {
  const location = new URL(redirectUri);
  if (state !== undefined) location.searchParams.append('state', state);
  for (const [name, value] of Object.entries(parameters)) location.searchParams.append(name, value);
  return location.href;
}

function parametersOf(query: URLSearchParams): (readonly [string, string])[] {
  return REQUEST_PARAMETERS.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}
