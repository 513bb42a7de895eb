import { Injectable } from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { Dispatcher } from '../dispatch/dispatcher';
import { nextCheck } from '../dispatch/next-check';
import { type Run } from '../ledger/run';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { Outbox } from '../outbox/outbox';
import { type Plan, ChildRunRepository } from './child-run.repository';
import { FanIn } from './fan-in';
import { ParentTransitions } from './parent-transitions.repository';
import { type CancelBudget, TreeCanceller } from '../cancel/tree-canceller';

/** Children in one command to the store, and in one to Redis. */
const BATCH = 500;
const DISPATCH_MS = 10_000;
/** Runs that are cancelled at the request, and in one visit of the reconciler, which does the rest. */
const CANCELLED_AT_ONCE = 500;
const CANCELLED_A_VISIT = 10_000;

/**
 * Looks after the children of waiting runs: activates those that are still dormant, cancels them
 * when the run is to be cancelled, and lets it go on when none is left. Called by whoever changed
 * something, and from time to time by the reconciler in case that one was killed.
 */
@Injectable()
export class ParentKeeper {
  private readonly firstCheckMs: number;

  constructor(
    config: Config,
    private readonly kinds: RunKindRegistry,
    private readonly children: ChildRunRepository,
    private readonly transitions: ParentTransitions,
    private readonly fanIn: FanIn,
    private readonly canceller: TreeCanceller,
    private readonly dispatcher: Dispatcher,
    private readonly outbox: Outbox,
    private readonly work: InFlightTracker,
  ) {
    this.firstCheckMs = config.DISPATCH_CHECK_SECONDS * 1000;
  }

  /** Looks after the waiting runs that are due; returns how many there were. */
  async keepDue(limit: number): Promise<number> {
    const due = await this.transitions.findDue(new Date(), this.kinds.names, limit);
    for (const parent of due) await this.keep(parent);
    return due.length;
  }

  /** Does for one waiting run what has to be done now. */
  async keep(parent: Run): Promise<void> {
    const isDone = parent.cancel_requested_at
      ? await this.canceller.cancelBelow(parent, { runs: CANCELLED_A_VISIT })
      : await this.activate(parent);
    await this.settle(parent, isDone);
  }

  /** Begins to cancel what is under a waiting run; most of a large tree is left to the reconciler. */
  cancel(parent: Run): Promise<void> {
    return this.cancelTree(parent, { runs: CANCELLED_AT_ONCE });
  }

  private async cancelTree(parent: Run, budget: CancelBudget): Promise<void> {
    if (!parent.children) return;
    const isDone = await this.canceller.cancelBelow(parent, budget);
    const plan = { parent: parent.id, plan: parent.children.plan };
    for (const child of isDone ? await this.children.findCancelling(plan, BATCH) : []) {
      await this.cancelTree(child, budget);
    }
    await this.settle(parent, isDone);
  }

  private async settle(parent: Run, isDone: boolean): Promise<void> {
    const moved = await this.fanIn.settle(parent.id);
    if (moved) return this.outbox.handOn(moved);
    const waitsSince = parent.started_at ?? parent.created_at;
    const due = isDone ? nextCheck(waitsSince, this.firstCheckMs) : new Date();
    await this.transitions.checkAgain(parent.id, due);
  }

  /** Queues the children that are still dormant; false when this process has to stop before the last. */
  private async activate({ id, children }: Run): Promise<boolean> {
    if (!children) return true;
    const plan: Plan = { parent: id, plan: children.plan };
    while (!this.work.isDraining) {
      const dormant = await this.children.findDormant(plan, BATCH);
      if (dormant.length === 0) return true;
      const now = new Date();
      const checkAt = new Date(now.getTime() + this.firstCheckMs);
      const queued = await this.children.activate(dormant, now, checkAt);
      // A child of a kind that this version does not know is dispatched by one that does.
      const known = queued.filter(({ kind }) => this.kinds.find(kind));
      await this.dispatcher.dispatch(known, DISPATCH_MS);
    }
    return false;
  }
}
