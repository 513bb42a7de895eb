import { OAuthError } from '../auth/oauth-error';
import { TOKEN_PATHS, type TokenEndpoint } from '../auth/token-endpoint';
import { oauthAnswer, pageAnswer, type Answer } from './answer';
import { type Incoming } from './incoming';
import { type Replacement, type Work } from './work';

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

/** The work of the token endpoint; undefined when the request is not for it. */
export function tokenWork(
  endpoint: TokenEndpoint,
  request: Incoming,
  body: Buffer | undefined,
): Work | undefined {
  if (!TOKEN_PATHS.has(request.path) || request.method !== 'POST') return undefined;
  const form = readForm(request, body);
  const account = form.get('client_id') ?? issuerOf(form.get('assertion') ?? '');
  return {
    api: 'oauth',
    route: 'token',
    ...(account === undefined ? {} : { account }),
    answer: () => answer(endpoint, form, request.origin),
    replaced,
  };
}

function answer(endpoint: TokenEndpoint, form: URLSearchParams, origin: string): Answer {
  try {
    return oauthAnswer(200, { ...endpoint.grant(form, origin).grant });
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
