import { type DomainError, redactText } from '@tributary/common';
import { type RunFailure } from '@tributary/contracts';

const LONGEST_MESSAGE = 2_000;

/** An error as a run stores it. */
export function toFailure(error: DomainError): RunFailure {
  const { category, retryable } = error.definition;
  return { code: error.code, category, message: clean(error.message), retryable };
}

/** The underlying cause of an error, for operators; undefined when there is none. */
export function causeOf(error: DomainError): string | undefined {
  const { cause } = error;
  if (cause === undefined || cause === null) return undefined;
  return clean(cause instanceof Error ? `${cause.name}: ${cause.message}` : JSON.stringify(cause));
}

/** Messages may quote their input, so secrets are redacted and the length is limited. */
function clean(message: string): string {
  return redactText(message).slice(0, LONGEST_MESSAGE);
}
