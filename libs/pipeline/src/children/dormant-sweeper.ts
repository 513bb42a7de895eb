import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type Types } from 'mongoose';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { DORMANT, RunRecord } from '../ledger/run.schema';
import { Schedules } from '../state/schedules.repository';

const EVERY_MS = 3_600_000;
/** No attempt plans for so long without a fan-out; one that does is found by its fence. */
const LEFT_FOR_MS = 3_600_000;
/** Parents in one round. */
const LIMIT = 500;

interface Planned {
  _id: { parent: Types.ObjectId; plan: number };
}

/**
 * Deletes dormant children that a worker stored after it had lost its run: the end of the parent,
 * or its next attempt, deletes all that were there before it.
 */
@Injectable()
export class DormantSweeper {
  constructor(
    @InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>,
    private readonly kinds: RunKindRegistry,
    private readonly schedules: Schedules,
  ) {}

  /** Sweeps when an interval is over. */
  async sweepWhenDue(now: Date): Promise<void> {
    if (await this.schedules.isDue('dormant-children', EVERY_MS, now)) await this.sweep(now);
  }

  /** Deletes what was planned some time ago and is neither being planned nor waited for. */
  async sweep(now: Date): Promise<void> {
    const before = new Date(now.getTime() - LEFT_FOR_MS);
    const planned = await this.runs.aggregate<Planned>([
      {
        $match: {
          kind: { $in: this.kinds.names },
          status: DORMANT,
          created_at: { $lt: before },
        },
      },
      { $group: { _id: { parent: '$parent', plan: '$plan' } } },
      { $limit: LIMIT },
    ]);
    for (const { _id } of planned) {
      const { parent, plan } = _id;
      const isWanted = await this.runs.exists({
        _id: parent,
        $or: [
          { status: 'running', fence: plan },
          { status: 'waiting', 'children.plan': plan },
        ],
      });
      if (!isWanted) await this.runs.deleteMany({ parent, plan, status: DORMANT });
    }
  }
}
