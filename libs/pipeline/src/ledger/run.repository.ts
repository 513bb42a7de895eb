import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RUN_STATUSES, type RunStatus } from '@tributary/contracts';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { isValidObjectId, type Model, mongo, type QueryFilter } from 'mongoose';
import { matching } from './matching';
import { newRecord } from './new-record';
import { type NewRun, type Run } from './run';
import { DORMANT, RunRecord } from './run.schema';
import { toRun } from './to-run';

/** A filter of runs. */
export interface RunFilter {
  kind?: string | undefined;
  status?: RunStatus | undefined;
  subject?: string | undefined;
  owner?: string | undefined;
  /** Everything under the run at the top of a tree. */
  root?: string | undefined;
}

/** How many runs of a kind have a status. */
export interface StatusCount {
  kind: string;
  status: RunStatus;
  count: number;
}

/** Dormant children do not exist for anybody yet. */
const EXISTING = { status: { $ne: DORMANT } } as const;

/** Creates, finds and counts runs; what changes them is in {@link RunTransitions}. */
@Injectable()
export class RunRepository {
  constructor(@InjectModel(RunRecord.name) private readonly runs: Model<RunRecord>) {}

  /**
   * Stores new runs as queued; the result has undefined for those that a unique index rejected.
   * `checkAt` is when the reconciler checks those that have not started by then.
   */
  async insert(news: readonly NewRun[], now: Date, checkAt: Date): Promise<(Run | undefined)[]> {
    await ensureIndexes(this.runs);
    const records = news.map((run) => newRecord(run, now, checkAt));
    const refused = new Set<number>();
    try {
      await this.runs.insertMany(records, { ordered: false, lean: true });
    } catch (error) {
      for (const index of refusedIndexes(error)) refused.add(index);
    }
    return records.map((record, index) => (refused.has(index) ? undefined : toRun(record)));
  }

  /** The run that an active subject has, by subject. */
  async findActive(kind: string, subjects: readonly string[]): Promise<Map<string, Run>> {
    const found = await this.runs
      .find({ kind, subject: { $in: subjects }, is_active: true })
      .lean<RunRecord[]>();
    return new Map(found.map((record) => [record.subject, toRun(record)]));
  }

  /** The run that replays a dead letter, if one does. */
  async findReplay(letterId: string): Promise<Run | undefined> {
    return first(await this.runs.find({ replay_of: letterId }).limit(1).lean<RunRecord[]>());
  }

  async findById(id: string): Promise<Run | undefined> {
    if (!isValidObjectId(id)) return undefined;
    return first(
      await this.runs
        .find({ _id: id, ...EXISTING })
        .limit(1)
        .lean<RunRecord[]>(),
    );
  }

  /** Whether a run of a subject is active, or its terminal event was not delivered yet. */
  async hasUnsettled(kind: string, subject: string): Promise<boolean> {
    const open = [
      { is_active: true as const },
      { is_unfinished: true as const, ...EXISTING },
      { outbox_due: { $exists: true } },
    ];
    const ofSubject = matching<RunRecord>({ kind, subject });
    const found = await this.runs.exists({ ...ofSubject, $or: open });
    return found !== null;
  }

  /**
   * Deletes the runs of a subject that have ended and whose events were delivered, with everything
   * under them. What is under a run of another subject stays with that.
   */
  async deleteEnded(kind: string, subject: string): Promise<void> {
    const ended: QueryFilter<RunRecord> = {
      ...matching<RunRecord>({ kind, subject }),
      parent: { $exists: false },
      is_active: { $ne: true },
      outbox_due: { $exists: false },
    };
    const withChildren = await this.runs
      .find({ ...ended, children: { $exists: true } }, { _id: 1 })
      .lean<{ _id: RunRecord['_id'] }[]>();
    for (const { _id } of withChildren) await this.runs.deleteMany({ root: _id });
    await this.runs.deleteMany(ended);
  }

  /** Newest first. */
  async list(filter: RunFilter, offset: number, limit: number): Promise<[Run[], number]> {
    const { root, ...fields } = filter;
    if (root !== undefined && !isValidObjectId(root)) return [[], 0];
    const query: QueryFilter<RunRecord> = {
      ...matching<RunRecord>(fields),
      ...(root === undefined ? {} : { root }),
      ...(fields.status === undefined ? EXISTING : {}),
    };
    const [records, total] = await Promise.all([
      this.runs
        .find(query, { history: 0 })
        .sort({ created_at: -1, _id: -1 })
        .skip(offset)
        .limit(limit)
        .lean<RunRecord[]>(),
      this.runs.countDocuments(query),
    ]);
    return [records.map(toRun), total];
  }

  /**
   * How many runs of these kinds have each status; counted on an index, which grouping would not
   * use.
   */
  async countByStatus(kinds: readonly string[]): Promise<StatusCount[]> {
    const rows: StatusCount[] = [];
    for (const kind of kinds) {
      const count = async (status: RunStatus): Promise<StatusCount> => ({
        kind,
        status,
        count: await this.runs.countDocuments({ kind, status }),
      });
      rows.push(...(await Promise.all(RUN_STATUSES.map(count))));
    }
    return rows;
  }

  /** Queued runs that have to be dispatched or checked, longest due first. */
  async findDueForDispatch(now: Date, kinds: readonly string[], limit: number): Promise<Run[]> {
    const records = await this.runs
      .find({ dispatch_due: { $lte: now }, status: 'queued', kind: { $in: kinds } })
      .sort({ dispatch_due: 1 })
      .limit(limit)
      .lean<RunRecord[]>();
    return records.map(toRun);
  }

  /** Running ones whose worker has been silent for longer than its lease. */
  async findAbandoned(now: Date, kinds: readonly string[], limit: number): Promise<Run[]> {
    const records = await this.runs
      .find({ lease_until: { $lt: now }, status: 'running', kind: { $in: kinds } })
      .sort({ lease_until: 1 })
      .limit(limit)
      .lean<RunRecord[]>();
    return records.map(toRun);
  }

  /** Ended ones whose terminal event was not delivered. */
  async findUndelivered(now: Date, limit: number): Promise<Run[]> {
    const records = await this.runs
      .find({ outbox_due: { $lte: now } })
      .sort({ outbox_due: 1 })
      .limit(limit)
      .lean<RunRecord[]>();
    return records.map(toRun);
  }
}

/** Which of the inserted documents a unique index rejected; any other failure is rethrown. */
function refusedIndexes(error: unknown): number[] {
  if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
  const failures = [error.writeErrors].flat();
  if (!failures.every(isDuplicateKey)) throw error;
  return failures.map(({ index }) => index);
}

function first(records: RunRecord[]): Run | undefined {
  return records[0] && toRun(records[0]);
}
