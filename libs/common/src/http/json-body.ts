import { type ErrorRequestHandler, type RequestHandler } from 'express';
import { DomainError } from '../errors/domain-error';
import { findJsonProblem } from './json-hygiene';

/** Rejects bodies that are not JSON before anything reads them. */
export function onlyJsonBodies(): RequestHandler {
  return (request, _response, next) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
    const hasBody = chunked !== undefined || (length !== undefined && length !== '0');
    if (hasBody && !request.is('application/json')) {
      throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
    }
    next();
  };
}

/** Converts failures of the body parser to errors with codes. */
export function namedBodyErrors(): ErrorRequestHandler {
  return (thrown: Error & { type?: string }, _request, _response, next) => {
    next(toBodyError(thrown));
  };
}

function toBodyError(thrown: Error & { type?: string }): Error {
  switch (thrown.type) {
    case 'entity.parse.failed':
      return new DomainError('MALFORMED_REQUEST', { detail: 'The body is not valid JSON.' });
    case 'entity.too.large':
      return new DomainError('BODY_TOO_LARGE');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new DomainError('UNSUPPORTED_MEDIA_TYPE', { cause: thrown });
    case 'request.aborted':
    case 'request.size.invalid':
      return new DomainError('MALFORMED_REQUEST', { detail: 'The body did not arrive whole.' });
    default:
      return thrown;
  }
}

/** Rejects keys that could reach a prototype, and excessive nesting. */
export function safeJson(): RequestHandler {
  return (request, _response, next) => {
    const problem =
      findJsonProblem(request.body, ['body']) ?? findJsonProblem(request.query, ['query']);
    if (problem) throw new DomainError('VALIDATION_FAILED', { detail: [problem] });
    next();
  };
}
