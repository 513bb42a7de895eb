import { type RunProgress } from '@tributary/contracts';
import { type Fence } from '../fence/fence';
import { type ItemFailure } from '../dead-letters/dead-letter';

/** A run in the hands of the worker that claimed it. */
export interface ClaimedRun<Payload = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly owner: string;
  /** With its secrets opened. */
  readonly payload: Payload;
  /** Counted from 1. */
  readonly attempt: number;
  /** What repositories write under. */
  readonly fence: Fence;
  /** Aborted when the run is cancelled, taken over by another worker, or has to be handed back. */
  readonly signal: AbortSignal;
  /** Tells the ledger and the owner how far it is; cheap enough to be called for every item. */
  progress(progress: Pick<RunProgress, 'done'> & Partial<RunProgress>): void;
  /** Keeps one item of the run that could not be done, to be replayed by itself. */
  deadLetter(item: ItemFailure): Promise<void>;
}
