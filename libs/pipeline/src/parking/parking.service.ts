import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type Types } from 'mongoose';
import { Dispatcher } from '../dispatch/dispatcher';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { Outbox } from '../outbox/outbox';
import { FenceCounter } from '../state/fence-counter.repository';
import { type ParkedRuns, ParkingRepository } from './parking.repository';

/** Runs that are unparked in one go. */
const BATCH = 500;
const DISPATCH_MS = 10_000;

/** Lets parked runs go on, and fails those that have waited until their date. */
@Injectable()
export class ParkingService {
  private readonly checkMs: number;

  constructor(
    config: Config,
    private readonly kinds: RunKindRegistry,
    private readonly fences: FenceCounter,
    private readonly repository: ParkingRepository,
    private readonly transitions: RunTransitions,
    private readonly outcomes: RunOutcomes,
    private readonly dispatcher: Dispatcher,
    private readonly outbox: Outbox,
  ) {
    this.checkMs = config.DISPATCH_CHECK_SECONDS * 1000;
  }

  /** Puts what waits for that back on the queues, and tells how many runs. */
  async unpark(which: ParkedRuns, reason: string): Promise<number> {
    // Before they are looked for: a run that is parked later finds the mark by itself.
    if (!(await this.repository.mark(which, reason, await this.fences.next()))) return 0;
    for (let unparked = 0; ;) {
      const ids = await this.repository.find(which, reason, BATCH);
      if (ids.length === 0) return unparked;
      unparked += await this.queue(ids, reason);
    }
  }

  /** Looks at the parked runs that are due; returns how many there were. */
  async checkDue(limit: number): Promise<number> {
    const due = await this.repository.findDue(new Date(), this.kinds.names, limit);
    for (const run of due) await this.check(run);
    return due.length;
  }

  /** A run was parked, or its date has come: does it still have to wait? */
  async check(run: Run): Promise<void> {
    const { id, parked } = run;
    if (!parked) return;
    const now = new Date();
    if (await this.repository.isMarked(run)) {
      await this.queue([id], parked.reason);
    } else if (parked.until <= now) {
      const error = new DomainError(parked.code);
      const outcome = this.outcomes.failed(run, error, now);
      const failed = await this.transitions.failParked(id, outcome, now);
      if (failed) await this.outbox.deliver(failed);
    } else {
      await this.repository.checkAgain(id, parked.until);
    }
  }

  private async queue(ids: readonly (string | Types.ObjectId)[], reason: string): Promise<number> {
    const now = new Date();
    const checkAt = new Date(now.getTime() + this.checkMs);
    const queued = await this.repository.unpark(ids, reason, now, checkAt);
    const known = queued.filter(({ kind }) => this.kinds.find(kind));
    await this.dispatcher.dispatch(known, DISPATCH_MS);
    return queued.length;
  }
}
