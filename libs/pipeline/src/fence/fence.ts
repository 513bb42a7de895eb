import { DomainError } from '@tributary/common';
import '../pipeline.errors';

/**
 * The right to write for a run. Numbers only grow, so a document that carries the number of its
 * last writer rejects a worker that lost the run to a later one.
 */
export interface Fence {
  readonly number: number;
  /** Throws CLAIM_LOST when this worker cannot be sure to hold the run any more. */
  assertHeld(): void;
}

/** The error of a write under a fence that a later one has replaced. */
export function leaseLost(cause?: unknown): DomainError {
  return new DomainError('CLAIM_LOST', { cause });
}
