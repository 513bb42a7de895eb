import { DomainError } from '@tributary/common';
import { type Fence, leaseLost } from '../fence/fence';

/** Why a lease ended before the work did. */
export type LeaseBreak = 'lost' | 'cancelled' | 'handed_back';

/**
 * A worker's lease of a run, judged by its own clock: it counts as lost a moment before the ledger
 * would give the run to another worker, also while the ledger is unavailable. The clock is the
 * monotonic one, which continues while the process is stopped.
 */
export class RunLease implements Fence {
  private readonly abort = new AbortController();
  private heldUntil: number;
  private timer: NodeJS.Timeout | undefined;

  /** `sentAt` is when the claim was sent: the ledger counts from a later moment. */
  constructor(
    readonly number: number,
    private readonly leaseMs: number,
    sentAt: number,
  ) {
    this.heldUntil = sentAt + leaseMs;
    this.watch();
  }

  /** Aborted with a {@link LeaseAborted} as its reason. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Why it ended early; undefined while it is held. */
  get broken(): LeaseBreak | undefined {
    return this.signal.aborted ? (this.signal.reason as LeaseAborted).why : undefined;
  }

  assertHeld(): void {
    if (performance.now() >= this.heldUntil) this.break('lost');
    if (this.broken !== undefined) throw this.signal.reason;
  }

  /** The ledger renewed it; `sentAt` is when the renewal was sent. */
  renewed(sentAt: number): void {
    this.heldUntil = sentAt + this.leaseMs;
    this.watch();
  }

  /** Ends it early, once. */
  break(why: LeaseBreak): void {
    this.end();
    this.abort.abort(new LeaseAborted(why));
  }

  /** Stops the timer of the lease. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private watch(): void {
    clearTimeout(this.timer);
    if (this.signal.aborted) return;
    const left = this.heldUntil - performance.now();
    this.timer = setTimeout(() => this.break('lost'), Math.max(0, left));
  }
}

/** The reason with which the signal of a broken lease is aborted. */
export class LeaseAborted extends DomainError {
  constructor(readonly why: LeaseBreak) {
    super('CLAIM_LOST', { detail: SENTENCES[why] });
  }
}

const SENTENCES: Readonly<Record<LeaseBreak, string>> = {
  lost: leaseLost().message,
  cancelled: 'The run was cancelled.',
  handed_back: 'The worker is shutting down and releases the run.',
};
