import { DomainError } from '@tributary/common';
import { type Fence, leaseLost } from '../fence/fence';

/** Why a claim ended before its work did. */
export type LeaseBreak = 'lost' | 'cancelled' | 'handed_back';

/**
 * What a worker knows of its claim, judged by its own clock: it counts as lost a moment before
 * the ledger would give the run to another, also when no answer of the ledger comes through. The
 * clock is the monotonic one, which goes on while the process is stopped.
 */
export class RunLease implements Fence {
  private readonly abort = new AbortController();
  private heldUntil: number;
  private timer: NodeJS.Timeout | undefined;

  /** `sentAt` is when the claim was asked for: the ledger counts from later than that. */
  constructor(
    readonly number: number,
    private readonly leaseMs: number,
    sentAt: number,
  ) {
    this.heldUntil = sentAt + leaseMs;
    this.watch();
  }

  /** Aborted with a {@link LeaseBreak} as its reason's code says. */
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

  /** The ledger renewed it; `sentAt` is when it was asked to. */
  renewed(sentAt: number): void {
    this.heldUntil = sentAt + this.leaseMs;
    this.watch();
  }

  /** Ends it early, once. */
  break(why: LeaseBreak): void {
    this.end();
    this.abort.abort(new LeaseAborted(why));
  }

  /** No one has to watch it any more. */
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

/** The reason that a broken claim's signal carries. */
export class LeaseAborted extends DomainError {
  constructor(readonly why: LeaseBreak) {
    super('CLAIM_LOST', { detail: SENTENCES[why] });
  }
}

const SENTENCES: Readonly<Record<LeaseBreak, string>> = {
  lost: leaseLost().message,
  cancelled: 'The run was cancelled.',
  handed_back: 'The worker is shutting down and hands the run back.',
};
