import { Injectable, Logger } from '@nestjs/common';
import { DomainError, inWorkContext } from '@tributary/common';
import { Config } from '@tributary/config';
import { Dispatcher } from '../dispatch/dispatcher';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type RunOutcome } from '../ledger/change-run';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunRepository } from '../ledger/run.repository';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { Outbox } from '../outbox/outbox';

const DISPATCH_MS = 5_000;

/** Takes runs back from workers that are silent. */
@Injectable()
export class AbandonedRuns {
  private readonly logger = new Logger(AbandonedRuns.name);
  private readonly leaseMs: number;

  constructor(
    config: Config,
    private readonly kinds: RunKindRegistry,
    private readonly repository: RunRepository,
    private readonly transitions: RunTransitions,
    private readonly outcomes: RunOutcomes,
    private readonly dispatcher: Dispatcher,
    private readonly outbox: Outbox,
  ) {
    this.leaseMs = config.RUN_LEASE_SECONDS * 1000;
  }

  /** They go back to the queue, or end when that happened too often; returns how many there were. */
  async takeBack(limit: number): Promise<number> {
    // Clocks of two machines differ a little, so a lease that expired just now is not taken yet.
    const silentSince = new Date(Date.now() - this.leaseMs / 4);
    const abandoned = await this.repository.findAbandoned(silentSince, this.kinds.names, limit);
    const queued: Run[] = [];
    for (const run of abandoned) {
      const taken = await inWorkContext({ run_id: run.id }, () => this.takeBackOne(run));
      if (taken?.status === 'queued') queued.push(taken);
      else if (taken) await this.outbox.deliver(taken);
    }
    await this.dispatcher.dispatch(queued, DISPATCH_MS);
    return abandoned.length;
  }

  private async takeBackOne(run: Run): Promise<Run | undefined> {
    const now = new Date();
    const outcome = this.outcomeOf(run, now);
    if (outcome) return this.transitions.end(run, outcome, now);
    const queued = await this.transitions.requeue(run, { what: 'lost', notBefore: now }, now);
    if (queued) this.logger.warn(`Worker ${run.worker} stopped responding; run requeued`);
    return queued;
  }

  private outcomeOf(run: Run, now: Date): RunOutcome | undefined {
    if (run.cancel_requested_at) return this.outcomes.cancelled(run, now);
    if (run.loss_count < this.kinds.get(run.kind).losses) return undefined;
    return this.outcomes.failed(run, new DomainError('WORKER_LOST'), now);
  }
}
