import { Injectable } from '@nestjs/common';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { Outbox } from '../outbox/outbox';
import { type Plan, type UnfinishedChild, ChildRunRepository } from './child-run.repository';

/** Children that are looked at in one go. */
const BATCH = 500;

/**
 * Cancels what is under a run that is to be cancelled, level by level. Every child is ended or
 * marked by itself, so whoever comes later, the reconciler say, goes on where this one was killed.
 */
@Injectable()
export class TreeCanceller {
  constructor(
    private readonly children: ChildRunRepository,
    private readonly outcomes: RunOutcomes,
    private readonly outbox: Outbox,
  ) {}

  /** Cancels at most that many batches of children; false when some may be left. */
  async cancelBelow(parent: Run, batches: number): Promise<boolean> {
    if (!parent.children) return true;
    const plan: Plan = { parent: parent.id, plan: parent.children.plan };
    for (let batch = 0; batch < batches; batch += 1) {
      const children = await this.children.findUncancelled(plan, BATCH);
      if (children.length === 0) return true;
      await this.cancelBatch(plan, children);
    }
    return false;
  }

  private async cancelBatch({ parent }: Plan, children: readonly UnfinishedChild[]): Promise<void> {
    const now = new Date();
    await this.children.requestCancel(idsOf(children.filter(isBusy)), now);
    const idle = children.filter((child) => !isBusy(child));
    for (const kind of new Set(idle.map((child) => child.kind))) {
      const ids = idsOf(idle.filter((child) => child.kind === kind));
      const outcome = this.outcomes.cancelled({ kind, parent }, now);
      const ended = await this.children.cancelIdle(ids, outcome, now);
      for (const run of ended) await this.outbox.deliver(run);
    }
  }
}

/** Running or waiting: it ends when its worker, or the last of its own children, has ended. */
function isBusy({ status }: UnfinishedChild): boolean {
  return status === 'running' || status === 'waiting';
}

function idsOf(children: readonly UnfinishedChild[]): UnfinishedChild['_id'][] {
  return children.map(({ _id }) => _id);
}
