import { ApiError } from '../http/api-error';

const parameter = (location: string): { location: string; locationType: string } => ({
  location,
  locationType: 'parameter',
});

/** There is no such file, or none that the caller may know of. */
export function fileNotFound(id: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', `File not found: ${id}.`, {
    item: { reason: 'notFound', domain: 'global', ...parameter('fileId') },
  });
}

/** A parameter says something that Drive does not understand. */
export function invalidValue(location: string, message = 'Invalid Value'): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message, {
    item: { reason: 'invalid', domain: 'global', ...parameter(location) },
  });
}

/** A parameter is missing. */
export function requiredParameter(name: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', `Required parameter: ${name}`, {
    item: { reason: 'required', domain: 'global', ...parameter(name) },
  });
}

/** A parameter is of the right kind, but not one of the values that Drive takes. */
export function invalidParameter(location: string, message: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message, {
    item: { reason: 'invalidParameter', domain: 'global', ...parameter(location) },
  });
}

/** A push channel cannot be made as it was asked for. */
export function channelRefused(reason: string, message: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message, { item: { reason, domain: 'global' } });
}

/** There is no such channel of the caller. */
export function channelNotFound(id: string, projectNumber: string): ApiError {
  const message = `Channel '${id}' not found for project '${projectNumber}'`;
  return new ApiError(404, 'NOT_FOUND', message, {
    item: { reason: 'notFound', domain: 'global' },
  });
}
