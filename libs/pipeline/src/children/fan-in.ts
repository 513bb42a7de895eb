import { Injectable } from '@nestjs/common';
import { Config } from '@tributary/config';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunRepository } from '../ledger/run.repository';
import { ChildRunRepository } from './child-run.repository';
import { ParentTransitions } from './parent-transitions.repository';

/**
 * Lets a parent go on when the last of its children has ended. It asks the ledger every time
 * instead of counting: however often and by however many it is asked, the parent goes on once.
 */
@Injectable()
export class FanIn {
  private readonly checkMs: number;

  constructor(
    config: Config,
    private readonly runs: RunRepository,
    private readonly children: ChildRunRepository,
    private readonly transitions: ParentTransitions,
    private readonly outcomes: RunOutcomes,
  ) {
    this.checkMs = config.DISPATCH_CHECK_SECONDS * 1000;
  }

  /** A child has ended. Returns its parent if that goes on now: queued, or cancelled. */
  async childEnded({ parent, plan }: Run): Promise<Run | undefined> {
    if (parent === null || plan === null) return undefined;
    // Cheap for all but the last child: the parent itself is not read.
    if (await this.children.hasUnfinished({ parent, plan })) return undefined;
    return this.settle(parent);
  }

  /** Moves a waiting parent on if none of its children is left; undefined if it waits, or never did. */
  async settle(id: string): Promise<Run | undefined> {
    const parent = await this.runs.findById(id);
    if (parent?.status !== 'waiting' || !parent.children) return undefined;
    const { plan } = parent.children;
    if (await this.children.hasUnfinished({ parent: id, plan })) return undefined;
    const now = new Date();
    if (parent.cancel_requested_at) {
      return this.transitions.endCancelled(id, this.outcomes.cancelled(parent, now), now);
    }
    return this.transitions.queueJoin(id, now, new Date(now.getTime() + this.checkMs));
  }
}
