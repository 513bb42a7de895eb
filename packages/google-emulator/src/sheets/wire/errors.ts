import { ApiError } from '../../http/api-error';

/** The error about a request that makes no sense. */
export function invalidArgument(message: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message);
}

/** Runs a part of a request; what the API has against it is said to be about that part. */
export function about<T>(part: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 'INVALID_ARGUMENT') throw error;
    // Errors about the form of the request tell their place themselves.
    if (/^Invalid (value at|JSON payload)/.test(error.message)) throw error;
    throw invalidArgument(`Invalid ${part}: ${error.message}`);
  }
}
