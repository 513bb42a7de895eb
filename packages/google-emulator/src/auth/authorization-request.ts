import { missingParameter, OAuthError } from './oauth-error';
import { acceptsRedirect, type OAuthClient, type OAuthClients } from './oauth-clients';
import { isCodeChallenge } from './pkce';
import { KNOWN_SCOPES } from './scopes';

/** What an app asks a user for. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: ReadonlySet<string>;
  readonly state?: string;
  readonly isOffline: boolean;
  /** Scopes that the user agreed to before count as well. */
  readonly includesGranted: boolean;
  readonly prompts: ReadonlySet<string>;
  readonly codeChallenge?: string;
  readonly loginHint?: string;
}

/** The parameters that the consent page sends back. */
export const REQUEST_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'include_granted_scopes',
  'prompt',
  'code_challenge',
  'code_challenge_method',
  'login_hint',
] as const;

const PROMPTS = new Set(['none', 'consent', 'select_account']);

/**
 * Reads what an app asks for. An OAuthError is for a page: nobody is sent back to an address while it is not sure
 * that the app means it.
 */
export function readAuthorizationRequest(
  query: URLSearchParams,
  clients: OAuthClients,
): AuthorizationRequest {
  for (const name of REQUEST_PARAMETERS) {
    if (query.getAll(name).length > 1) {
      throw invalidRequest(`OAuth 2 parameters can only have a single value: ${name}`);
    }
  }
  const client = clients.find(required(query, 'client_id'));
  const redirectUri = required(query, 'redirect_uri');
  if (!acceptsRedirect(client, redirectUri)) throw redirectMismatch(client, redirectUri);
  const responseType = required(query, 'response_type');
  if (responseType !== 'code') {
    throw invalidRequest(`Invalid response_type: ${responseType}; the emulator knows code`);
  }
  const state = query.get('state');
  const codeChallenge = readCodeChallenge(query);
  const loginHint = query.get('login_hint');
  return {
    client,
    redirectUri,
    scopes: readScopes(required(query, 'scope')),
    ...(state === null ? {} : { state }),
    isOffline: oneOf(query, 'access_type', ['online', 'offline']) === 'offline',
    includesGranted: oneOf(query, 'include_granted_scopes', ['false', 'true']) === 'true',
    prompts: readPrompts(query.get('prompt') ?? ''),
    ...(codeChallenge === undefined ? {} : { codeChallenge }),
    ...(loginHint ? { loginHint } : {}),
  };
}

function redirectMismatch({ type, redirectUris }: OAuthClient, redirectUri: string): OAuthError {
  const also = type === 'desktop' ? ['any port and path of http://127.0.0.1 and localhost'] : [];
  const registered = [...redirectUris, ...also].join(', ') || 'none';
  return new OAuthError(
    400,
    'redirect_uri_mismatch',
    `The redirect URI ${redirectUri} is not registered with the app. Registered: ${registered}.`,
  );
}

function readScopes(text: string): ReadonlySet<string> {
  const scopes = text.split(' ').filter((scope) => scope !== '');
  const invalid = scopes.filter((scope) => !KNOWN_SCOPES.has(scope));
  if (scopes.length === 0) throw missingParameter('scope');
  if (invalid.length === 0) return new Set(scopes);
  const valid = scopes.filter((scope) => KNOWN_SCOPES.has(scope));
  throw new OAuthError(
    400,
    'invalid_scope',
    `Some requested scopes were invalid. {valid=[${valid.join(', ')}], invalid=[${invalid.join(', ')}]}`,
  );
}

function readPrompts(text: string): ReadonlySet<string> {
  const prompts = new Set(text.split(' ').filter((prompt) => prompt !== ''));
  const isKnown = [...prompts].every((prompt) => PROMPTS.has(prompt));
  if (!isKnown || (prompts.has('none') && prompts.size > 1)) {
    throw invalidRequest(`Invalid prompt: ${text}`);
  }
  return prompts;
}

function readCodeChallenge(query: URLSearchParams): string | undefined {
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  if (!challenge && !method) return undefined;
  if (!challenge) throw missingParameter('code_challenge');
  // Without a method Google takes the verifier itself for the challenge, which protects nobody.
  if (!method) throw missingParameter('code_challenge_method');
  if (method !== 'S256') {
    throw invalidRequest(`Invalid code_challenge_method: ${method}; the emulator knows S256`);
  }
  if (!isCodeChallenge(challenge)) {
    throw invalidRequest('Invalid code_challenge: it is a SHA-256 in base64url, 43 characters');
  }
  return challenge;
}

function oneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly [byDefault: T, ...others: T[]],
): T {
  const value = query.get(name) ?? choices[0];
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) {
    throw invalidRequest(`Invalid parameter value for ${name}: ${value}`);
  }
  return chosen;
}

function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value) return value;
  throw missingParameter(name);
}

function invalidRequest(description: string): OAuthError {
  return new OAuthError(400, 'invalid_request', description);
}
