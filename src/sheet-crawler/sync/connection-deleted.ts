import { DomainError } from '@tributary/common';

/** The error of a run whose connection was deleted. */
export function connectionDeleted(): DomainError {
  return new DomainError('RUN_CANCELLED', { detail: 'The connection was deleted.' });
}
