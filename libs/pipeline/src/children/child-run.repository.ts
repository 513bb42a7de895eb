import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type RunStatus } from '@tributary/contracts';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { type Collection, type Model, mongo, type QueryFilter, type Types } from 'mongoose';
import { endingUpdate, remembering, type RunOutcome } from '../ledger/change-run';
import { type Run } from '../ledger/run';
import { DORMANT, RunRecord } from '../ledger/run.schema';
import { toRun } from '../ledger/to-run';

/** The children of a run that one attempt planned. */
export interface Plan {
  /** The parent's id. */
  readonly parent: string;
  /** The fence of the attempt. */
  readonly plan: number;
}

/** An unfinished child, as far as it matters for cancelling it. */
export type UnfinishedChild = Pick<RunRecord, '_id' | 'kind' | 'status'>;

type Replacement = Parameters<Collection['bulkWrite']>[0][number];

/** The states of a child that no worker has: it can be ended at once. */
const IDLE = [DORMANT, 'queued', 'parked'] as const;

/** Stores, activates and ends children; each change is conditional, as all changes of runs are. */
@Injectable()
export class ChildRunRepository {
  constructor(@InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>) {}

  /**
   * Stores dormant children in place of what earlier attempts planned under the same keys. False
   * when one of the keys is taken: by this attempt, or by a later one.
   */
  async store(children: readonly RunRecord[], plan: number): Promise<boolean> {
    await ensureIndexes(this.runs);
    const replacements = children.map(({ _id, ...replacement }): Replacement => ({
      replaceOne: {
        filter: { _id, status: DORMANT, plan: { $lt: plan } },
        replacement,
        upsert: true,
      },
    }));
    try {
      await this.runs.collection.bulkWrite(replacements, { ordered: false });
      return true;
    } catch (error) {
      // The filter did not find the child with this id, so the upsert tried to insert it again.
      if (error instanceof mongo.MongoBulkWriteError && isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Whether any of these children belongs to a plan later than this one. */
  async isReplanned(children: readonly RunRecord[], plan: number): Promise<boolean> {
    const replanned: QueryFilter<RunRecord> = {
      _id: { $in: children.map(({ _id }) => _id) },
      $or: [{ plan: { $gt: plan } }, { status: { $ne: DORMANT } }],
    };
    return (await this.runs.exists(replanned)) !== null;
  }

  /** Deletes dormant children, those of plans before this one or of all plans. */
  async deleteDormant(parent: string, beforePlan = Infinity): Promise<void> {
    await this.runs.deleteMany({ parent, status: DORMANT, plan: { $lt: beforePlan } });
  }

  /** Dormant children of a plan. */
  async findDormant({ parent, plan }: Plan, limit: number): Promise<Types.ObjectId[]> {
    const records = await this.runs
      .find({ parent, is_unfinished: true, plan, status: DORMANT }, { _id: 1 })
      .limit(limit)
      .lean<Pick<RunRecord, '_id'>[]>();
    return records.map(({ _id }) => _id);
  }

  /** dormant -> queued; returns those of them that are queued now, without payload and history. */
  async activate(ids: readonly Types.ObjectId[], now: Date, checkAt: Date): Promise<Run[]> {
    await this.runs.updateMany(
      { _id: { $in: ids }, status: DORMANT },
      { $set: { status: 'queued', queued_at: now, dispatch_due: checkAt } },
    );
    const records = await this.runs
      .find({ _id: { $in: ids }, status: 'queued' }, { payload: 0, history: 0 })
      .lean<RunRecord[]>();
    return records.map(toRun);
  }

  /** Whether a parent still waits for any child of its plan. */
  async hasUnfinished({ parent, plan }: Plan): Promise<boolean> {
    return (await this.runs.exists({ parent, is_unfinished: true, plan })) !== null;
  }

  /** Unfinished children that can be ended, or that nobody has asked to end, but for some kinds. */
  findUncancelled(
    { parent, plan }: Plan,
    except: readonly string[],
    limit: number,
  ): Promise<UnfinishedChild[]> {
    const open = [{ status: { $in: [...IDLE] } }, { cancel_requested_at: null }];
    return this.runs
      .find(
        { parent, is_unfinished: true, plan, kind: { $nin: except }, $or: open },
        { kind: 1, status: 1 },
      )
      .limit(limit)
      .lean<UnfinishedChild[]>();
  }

  /** Children that wait for children of their own and have to end. */
  async findCancelling({ parent, plan }: Plan, limit: number): Promise<Run[]> {
    const waiting = { status: 'waiting' as const, cancel_requested_at: { $ne: null } };
    const records = await this.runs
      .find({ parent, is_unfinished: true, plan, ...waiting })
      .limit(limit)
      .lean<RunRecord[]>();
    return records.map(toRun);
  }

  /** dormant, queued or parked -> cancelled; returns the ones whose end is not delivered yet. */
  async cancelIdle(ids: readonly Types.ObjectId[], outcome: RunOutcome, now: Date): Promise<Run[]> {
    const update = endingUpdate(outcome, now);
    await this.runs.updateMany({ _id: { $in: ids }, status: { $in: [...IDLE] } }, update);
    const records = await this.runs
      .find({ _id: { $in: ids }, status: 'cancelled', outbox_due: { $exists: true } })
      .lean<RunRecord[]>();
    return records.map(toRun);
  }

  /** Asks the workers of running children to stop, and the children of waiting ones to end. */
  async requestCancel(ids: readonly Types.ObjectId[], now: Date): Promise<void> {
    for (const status of ['running', 'waiting'] satisfies RunStatus[]) {
      const due = status === 'waiting' ? { children_due: now } : {};
      await this.runs.updateMany(
        { _id: { $in: ids }, status, cancel_requested_at: null },
        remembering(
          { $set: { cancel_requested_at: now, ...due } },
          { at: now, what: 'cancel_requested' },
        ),
      );
    }
  }

  /** Everything under an ended root gets its date of expiry. */
  async expireWith(root: Pick<Run, 'id' | 'expires_at'>): Promise<void> {
    const { id, expires_at } = root;
    if (expires_at) await this.runs.updateMany({ root: id }, { $set: { expires_at } });
  }

  /** Deletes everything under a root. */
  async deleteUnder(root: string): Promise<void> {
    await this.runs.deleteMany({ root });
  }
}
