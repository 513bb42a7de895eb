import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { ParentKeeper } from '../children/parent-keeper';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunRepository } from '../ledger/run.repository';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { Outbox } from '../outbox/outbox';

/** A run may be claimed, or end, between the look at it and the attempt to cancel it. */
const TRIES = 5;

/** Cancels one run, wherever it is. */
@Injectable()
export class RunCanceller {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly repository: RunRepository,
    private readonly transitions: RunTransitions,
    private readonly outcomes: RunOutcomes,
    private readonly outbox: Outbox,
    private readonly parents: ParentKeeper,
  ) {}

  /** Ends a run that nobody has, and marks one that is running or waiting. */
  async cancel(id: string): Promise<Run> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const run = await this.get(id);
      if (this.kinds.find(run.kind)?.cancellable === false) {
        throw new DomainError('RUN_NOT_CANCELLABLE');
      }
      if (run.finished_at) throw new DomainError('RUN_ENDED');
      const isBusy = run.status === 'running' || run.status === 'waiting';
      if (isBusy && run.cancel_requested_at) return run;
      const changed = await (isBusy ? this.mark(run) : this.end(run));
      if (changed) return changed;
    }
    return this.get(id);
  }

  private async end(run: Run): Promise<Run | undefined> {
    const now = new Date();
    const outcome = this.outcomes.cancelled(run, now);
    const cancelled = await this.transitions.cancelIdle(run.id, outcome, now);
    if (cancelled) await this.outbox.deliver(cancelled);
    return cancelled;
  }

  private async mark(run: Run): Promise<Run | undefined> {
    const marked = await this.transitions.requestCancel(run, new Date());
    if (marked?.status !== 'waiting') return marked;
    await this.parents.cancel(marked);
    return this.get(run.id);
  }

  private async get(id: string): Promise<Run> {
    const run = await this.repository.findById(id);
    if (!run) throw runNotFound();
    return run;
  }
}

/** What is thrown for a run that does not exist, or is another's. */
export function runNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { detail: 'Run not found' });
}
