import { type DomainError } from '@tributary/common';
import { type JoinOutcome, type RunCounts } from '@tributary/contracts';
import { type Parking, type PlannedChildren } from '../ledger/run';

/** What an attempt came to. */
export type AttemptResult =
  | { readonly what: 'done'; readonly counts: RunCounts; readonly outcome?: JoinOutcome }
  | { readonly what: 'fanned_out'; readonly children: PlannedChildren }
  | { readonly what: 'parked'; readonly parking: Parking }
  | { readonly what: 'failed'; readonly error: DomainError };
