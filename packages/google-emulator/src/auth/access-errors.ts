import { ApiError } from '../http/api-error';
import { API_SERVICES } from '../http/api-services';
import { type ApiName } from '../http/route';

const REALM = 'Bearer realm="https://accounts.google.com/"';
const EXPECTED =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.';

/** The answer to a caller who shows nothing. */
export function missingCredentials(method: string): ApiError {
  if (method === 'GET') {
    return new ApiError(
      403,
      'PERMISSION_DENIED',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      { atTheDoor: true },
    );
  }
  return new ApiError(
    401,
    'UNAUTHENTICATED',
    `Request is missing required authentication credential. ${EXPECTED}`,
    { atTheDoor: true, headers: { 'WWW-Authenticate': REALM } },
  );
}

/** The answer to a token that is not, or no longer, good. */
export function invalidToken(): ApiError {
  return new ApiError(
    401,
    'UNAUTHENTICATED',
    `Request had invalid authentication credentials. ${EXPECTED}`,
    { atTheDoor: true, headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` } },
  );
}

/** The answer to an API key, of which the emulator has none. */
export function invalidApiKey(api: ApiName): ApiError {
  const message = 'API key not valid. Please pass a valid API key.';
  return new ApiError(400, 'INVALID_ARGUMENT', message, {
    atTheDoor: true,
    details: [
      errorInfo('API_KEY_INVALID', { service: API_SERVICES[api].service }),
      localized(message),
    ],
  });
}

/** The answer to a good token that was not given out for this method. */
export function insufficientScope(
  api: ApiName,
  method: string,
  scopes: readonly string[],
): ApiError {
  const { service } = API_SERVICES[api];
  return new ApiError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', {
    atTheDoor: true,
    details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', { method, service })],
    item: { reason: 'insufficientPermissions' },
    headers: {
      'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${scopes.join(' ')}"`,
    },
  });
}

/** The answer to a caller whose project has not switched the API on. */
export function serviceDisabled(api: ApiName, projectNumber: string): ApiError {
  const { service, title } = API_SERVICES[api];
  const activationUrl = `https://console.developers.google.com/apis/api/${service}/overview?project=${projectNumber}`;
  const message = `${title} has not been used in project ${projectNumber} before or it is disabled. Enable it by visiting ${activationUrl} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`;
  return new ApiError(403, 'PERMISSION_DENIED', message, {
    atTheDoor: true,
    details: [
      errorInfo('SERVICE_DISABLED', {
        activationUrl,
        service,
        serviceTitle: title,
        containerInfo: projectNumber,
        consumer: `projects/${projectNumber}`,
      }),
      localized(message),
      {
        '@type': 'type.googleapis.com/google.rpc.Help',
        links: [{ description: 'Google developers console API activation', url: activationUrl }],
      },
    ],
    item: { domain: 'usageLimits', reason: 'accessNotConfigured', extendedHelp: activationUrl },
  });
}

function errorInfo(reason: string, metadata: Record<string, string>): Record<string, unknown> {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata,
  };
}

function localized(message: string): Record<string, unknown> {
  return {
    '@type': 'type.googleapis.com/google.rpc.LocalizedMessage',
    locale: 'en-US',
    message,
  };
}
