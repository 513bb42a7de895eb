import { Injectable } from '@nestjs/common';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { Outbox } from '../outbox/outbox';
import {
  type Plan,
  type UnfinishedChild,
  ChildRunRepository,
} from '../children/child-run.repository';

/** Children that are looked at in one go. */
const BATCH = 500;

/** How many runs may still be cancelled in one go, over all levels of a tree. */
export interface CancelBudget {
  runs: number;
}

/**
 * Cancels what is under a run that is to be cancelled, level by level. Every child is ended or
 * marked by itself, so whoever comes later, the reconciler say, goes on where this one was killed.
 */
@Injectable()
export class TreeCanceller {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly children: ChildRunRepository,
    private readonly outcomes: RunOutcomes,
    private readonly outbox: Outbox,
  ) {}

  /** Cancels the children of a run, not yet theirs; false when some may be left. */
  async cancelBelow(parent: Run, budget: CancelBudget): Promise<boolean> {
    if (!parent.children) return true;
    const plan: Plan = { parent: parent.id, plan: parent.children.plan };
    while (budget.runs > 0) {
      const children = await this.children.findUncancelled(
        plan,
        this.uncancellable,
        Math.min(BATCH, budget.runs),
      );
      if (children.length === 0) return true;
      budget.runs -= children.length;
      await this.cancelBatch(plan, children);
    }
    return false;
  }

  /** Kinds whose runs end only by themselves: the parent waits for them. */
  private get uncancellable(): string[] {
    return this.kinds.names.filter((kind) => !this.kinds.get(kind).cancellable);
  }

  private async cancelBatch({ parent }: Plan, children: readonly UnfinishedChild[]): Promise<void> {
    const now = new Date();
    await this.children.requestCancel(idsOf(children.filter(isBusy)), now);
    const idle = children.filter((child) => !isBusy(child));
    for (const kind of new Set(idle.map((child) => child.kind))) {
      const ids = idsOf(idle.filter((child) => child.kind === kind));
      const outcome = this.outcomes.cancelled({ kind, parent }, now);
      const ended = await this.children.cancelIdle(ids, outcome, now);
      for (const run of ended) {
        // Redis is unavailable, so the others could not be delivered either.
        if (!(await this.outbox.deliver(run))) break;
      }
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
