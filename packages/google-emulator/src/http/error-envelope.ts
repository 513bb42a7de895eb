import { type ApiError, type ErrorItem } from './api-error';
import { type ApiName } from './route';

const REASONS: Readonly<Record<string, string>> = {
  INVALID_ARGUMENT: 'badRequest',
  OUT_OF_RANGE: 'badRequest',
  FAILED_PRECONDITION: 'failedPrecondition',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'notFound',
  ALREADY_EXISTS: 'alreadyExists',
  RESOURCE_EXHAUSTED: 'rateLimitExceeded',
  UNAVAILABLE: 'backendError',
  INTERNAL: 'backendError',
  DEADLINE_EXCEEDED: 'backendError',
};

/** The body of an error, as the API of that name writes it. */
export function errorEnvelope(
  api: ApiName | undefined,
  error: ApiError,
  wantsItems: boolean,
): Record<string, unknown> {
  const isDrive = api === 'drive';
  const { details, atTheDoor } = error.options;
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(isDrive || wantsItems ? { errors: [errorItem(error)] } : {}),
      // Drive's own errors are older than the canonical statuses.
      ...(isDrive && !atTheDoor ? {} : { status: error.status }),
      ...(details ? { details } : {}),
    },
  };
}

function errorItem(error: ApiError): Record<string, unknown> {
  if (error.status === 'UNAUTHENTICATED' && !error.options.item) {
    return {
      message: 'Invalid Credentials',
      domain: 'global',
      reason: 'authError',
      location: 'Authorization',
      locationType: 'header',
    };
  }
  const { domain = 'global', reason, ...rest } = error.options.item ?? derivedItem(error);
  return { message: error.message, ...(domain ? { domain } : {}), reason, ...rest };
}

function derivedItem(error: ApiError): ErrorItem {
  return { reason: REASONS[error.status] ?? 'backendError' };
}
