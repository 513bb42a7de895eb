import { type RunProgress } from '@tributary/contracts';
import { type Fence } from '../fence/fence';
import { type ItemFailure } from '../dead-letters/dead-letter';

/** A run as its processor sees it. */
export interface ClaimedRun<Payload = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly owner: string;
  /** The run whose child it is. */
  readonly parent: string | null;
  /** The run at the top of its tree; its own id when it has no parent. */
  readonly root: string;
  /** With its secrets decrypted. */
  readonly payload: Payload;
  /** Counted from 1. */
  readonly attempt: number;
  /** The fence that repositories write under. */
  readonly fence: Fence;
  /** Aborted when the run is cancelled, taken over by another worker, or has to be handed back. */
  readonly signal: AbortSignal;
  /** Reports progress to the ledger and the owner; cheap enough to be called for every item. */
  progress(progress: Pick<RunProgress, 'done'> & Partial<RunProgress>): void;
  /** Stores one failed item of the run as a dead letter, to be replayed by itself. */
  deadLetter(item: ItemFailure): Promise<void>;
}
