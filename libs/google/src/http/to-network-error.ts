import { DomainError } from '@tributary/common';
import { type ErrorCode } from '@tributary/contracts';

const CODE_OF_FAILURE: Readonly<Record<string, ErrorCode>> = {
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ENOTFOUND: 'DNS_ERROR',
  EAI_AGAIN: 'DNS_ERROR',
  ETIMEDOUT: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
};

/** Converts a failure without a response, or in the middle of one, to an error with a code. */
export function toNetworkError(thrown: unknown, host: string, hasAnswer: boolean): DomainError {
  const failure = nameOfFailure(thrown);
  const known = CODE_OF_FAILURE[failure];
  const code = known ?? (hasAnswer ? 'ANSWER_CUT_OFF' : 'NETWORK_ERROR');
  const what = hasAnswer ? `The answer of ${host} broke off` : `${host} could not be reached`;
  return new DomainError(code, { detail: `${what} (${failure}).`, cause: thrown });
}

/** fetch hides the reason in the cause, or in the first of several causes. */
function nameOfFailure(thrown: unknown): string {
  let name = 'unknown';
  let failure = thrown as Failure | undefined;
  for (let depth = 0; failure && depth < 5; depth += 1) {
    name = failure.code ?? failure.message ?? name;
    failure = failure.cause ?? failure.errors?.[0];
  }
  return name;
}

interface Failure {
  readonly code?: string;
  readonly message?: string;
  readonly cause?: Failure;
  readonly errors?: readonly Failure[];
}
