import { type AuthorizationEndpoint } from '../auth/authorization-endpoint';
import { readBasic } from '../auth/client-credentials';
import { authorizationErrorPage, consentPage } from '../auth/consent-page';
import { missingParameter, OAuthError } from '../auth/oauth-error';
import { type ServiceAccounts } from '../auth/service-accounts';
import { TOKEN_PATHS, type TokenEndpoint } from '../auth/token-endpoint';
import { tokenInfo } from '../auth/token-info';
import { type EmulatorClock } from '../control/emulator-clock';
import { oauthAnswer, pageAnswer, type Answer } from './answer';
import { bearerToken, type Incoming } from './incoming';
import { type Replacement, type Work } from './work';

/** What the endpoints for tokens and consent work on. */
export interface OAuthParts {
  readonly accounts: ServiceAccounts;
  readonly clock: EmulatorClock;
  readonly tokens: TokenEndpoint;
  readonly authorization: AuthorizationEndpoint;
}

/** The name of a method for faults and the log, and who asks, be it true or not. */
interface OAuthWork {
  readonly route: 'token' | 'tokeninfo' | 'revoke' | 'auth';
  readonly account?: string | undefined;
  answer(): Answer;
}

const AUTH_PATHS: ReadonlySet<string> = new Set(['/o/oauth2/v2/auth', '/o/oauth2/auth']);
const TOKEN_INFO_PATHS: ReadonlySet<string> = new Set(['/tokeninfo', '/oauth2/v3/tokeninfo']);
const REVOKE_PATHS: ReadonlySet<string> = new Set(['/revoke', '/o/oauth2/revoke']);

const FAILURES: Readonly<Record<number, readonly [error: string, description: string]>> = {
  400: ['invalid_grant', 'Invalid JWT Signature.'],
  401: ['invalid_client', 'Unauthorized'],
  403: ['access_denied', 'Access denied.'],
  404: ['not_found', 'Requested entity was not found.'],
  429: ['rate_limit_exceeded', 'Rate Limit Exceeded'],
  500: ['internal_failure', 'Internal error encountered.'],
  503: ['temporarily_unavailable', 'The service is currently unavailable.'],
  504: ['temporarily_unavailable', 'Deadline expired before operation could complete.'],
};

/** The work of an endpoint for tokens or consent; undefined when the request is for none. */
export function oauthWork(
  parts: OAuthParts,
  request: Incoming,
  body: Buffer | undefined,
): Work | undefined {
  const work = find(parts, request, body);
  if (!work) return undefined;
  const { route, account } = work;
  return {
    api: 'oauth',
    route,
    ...(account === undefined ? {} : { account }),
    answer: () => work.answer(),
    replaced,
  };
}

function find(
  parts: OAuthParts,
  request: Incoming,
  body: Buffer | undefined,
): OAuthWork | undefined {
  const { method, path } = request;
  const isPost = method === 'POST';
  if (!isPost && method !== 'GET') return undefined;
  const form = isPost ? readForm(request, body) : new URLSearchParams();
  if (TOKEN_PATHS.has(path) && isPost) return tokenWork(parts, request, form);
  if (TOKEN_INFO_PATHS.has(path)) return tokenInfoWork(parts, request, form);
  if (REVOKE_PATHS.has(path)) return revokeWork(parts, request, form);
  if (AUTH_PATHS.has(path)) return authWork(parts, isPost ? form : request.query, isPost);
  return undefined;
}

function tokenWork({ tokens }: OAuthParts, request: Incoming, form: URLSearchParams): OAuthWork {
  const basic = readBasic(request.headers.authorization);
  const account = basic?.clientId ?? form.get('client_id') ?? issuerOf(form.get('assertion') ?? '');
  return {
    route: 'token',
    account,
    answer: () => json(() => ({ ...tokens.grant(form, request.origin, basic).grant })),
  };
}

function tokenInfoWork(
  { accounts, clock }: OAuthParts,
  request: Incoming,
  form: URLSearchParams,
): OAuthWork {
  const given = form.get('access_token') ?? request.query.get('access_token');
  const token = given ?? bearerToken(request);
  return {
    route: 'tokeninfo',
    account: token === undefined ? undefined : accounts.accessToken(token)?.email,
    answer: () => json(() => tokenInfo(accounts, clock, token)),
  };
}

function revokeWork(
  { accounts }: OAuthParts,
  { query }: Incoming,
  form: URLSearchParams,
): OAuthWork {
  const token = form.get('token') ?? query.get('token');
  return {
    route: 'revoke',
    answer: () =>
      json(() => {
        if (!token) throw missingParameter('token');
        if (accounts.revokeToken(token)) return {};
        throw new OAuthError(400, 'invalid_token', 'Token expired or revoked');
      }),
  };
}

function authWork(
  { authorization }: OAuthParts,
  parameters: URLSearchParams,
  isSubmitted: boolean,
): OAuthWork {
  return {
    route: 'auth',
    account: parameters.get('client_id') ?? undefined,
    answer: () => {
      try {
        const opened = isSubmitted
          ? { location: authorization.submit(parameters) }
          : authorization.open(parameters);
        return 'location' in opened ? redirect(opened.location) : consentPage(opened);
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error;
        return authorizationErrorPage(error);
      }
    },
  };
}

function redirect(location: string): Answer {
  return {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  };
}

function json(make: () => Record<string, unknown>): Answer {
  try {
    return oauthAnswer(200, make());
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return refusal(error.code, error.error, error.description);
  }
}

function replaced({ status, message, error }: Replacement): Answer {
  if (status === 502) return pageAnswer(502);
  const [kind, description] = FAILURES[status] ?? ['internal_failure', ''];
  return refusal(status, error ?? kind, message ?? description);
}

function refusal(status: Answer['status'], error: string, description: string): Answer {
  return oauthAnswer(status, { error, error_description: description });
}

function readForm({ headers }: Incoming, body: Buffer | undefined): URLSearchParams {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  return new URLSearchParams(isForm ? body?.toString('utf8') : '');
}

/** Who says that the assertion is theirs, be it true or not: the log and faults go by it. */
function issuerOf(assertion: string): string | undefined {
  try {
    const claims = Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8');
    const { iss } = JSON.parse(claims) as { iss?: unknown };
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}
