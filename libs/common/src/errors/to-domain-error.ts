import { HttpException } from '@nestjs/common';
import { type ErrorCode } from '@tributary/contracts';
import { DomainError } from './domain-error';

/** Codes for the exceptions that the framework itself throws. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  401: 'NOT_AUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** Drivers throw these when a store cannot be reached; the names are their public contract. */
const UNREACHABLE_STORE = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MaxRetriesPerRequestError',
]);

function isUnreachableStore({ name, message }: Error): boolean {
  // Mongoose has no class of its own for an operation before the first connection.
  return UNREACHABLE_STORE.has(name) || /initial connection is complete/.test(message);
}

/** The code with which MongoDB reports that a query exceeded its time limit. */
const TOOK_TOO_LONG = 50;

function isTooLarge(error: Error & { code?: unknown }): boolean {
  return error.name === 'MongoServerError' && error.code === TOOK_TOO_LONG;
}

/** Converts any thrown value to an error with a code; unforeseen ones are an INTERNAL_ERROR. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  if (thrown instanceof HttpException) {
    const code = CODE_OF_STATUS[thrown.getStatus()];
    // A framework's own message never reaches the client: it may quote the input.
    if (code) return new DomainError(code, { cause: thrown });
  }
  if (thrown instanceof Error && isUnreachableStore(thrown)) {
    return new DomainError('DEPENDENCY_UNAVAILABLE', { cause: thrown });
  }
  if (thrown instanceof Error && isTooLarge(thrown)) {
    return new DomainError('QUESTION_TOO_LARGE', { cause: thrown });
  }
  return new DomainError('INTERNAL_ERROR', { cause: thrown });
}
