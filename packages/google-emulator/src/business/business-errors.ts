import { ApiError } from '../http/api-error';

const INVALID = 'Request contains an invalid argument.';

/** There is no such thing, or none that the caller may know of. */
export function entityNotFound(): ApiError {
  return new ApiError(404, 'NOT_FOUND', 'Requested entity was not found.');
}

/** A parameter of the v1 APIs is wrong. */
export function invalidField(field: string, description: string, message = INVALID): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message, {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field, description }],
      },
    ],
  });
}

/** A query parameter is not of its type, whichever the API. */
export function invalidInt32(field: string, value: string): ApiError {
  const description = `Invalid value at '${field}' (TYPE_INT32), "${value}"`;
  return invalidField(field, description, description);
}

/** A parameter of the v4 API is wrong. */
export function invalidInV4(field: string, message: string, value: unknown): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', INVALID, {
    details: [
      {
        '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
        errorDetails: [{ field, message, value: String(value) }],
      },
    ],
  });
}

/** Reviews are only there for locations that are verified. */
export function locationNotVerified(): ApiError {
  return new ApiError(400, 'FAILED_PRECONDITION', 'Precondition check failed.');
}
