import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RUN_STATUSES, type RunStatus } from '@tributary/contracts';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { isValidObjectId, type Model, mongo, Types } from 'mongoose';
import { matching } from './matching';
import { type NewRun, type Run } from './run';
import { RunRecord } from './run.schema';
import { toRun } from './to-run';

/** A filter of runs. */
export interface RunFilter {
  kind?: string | undefined;
  status?: RunStatus | undefined;
  subject?: string | undefined;
  owner?: string | undefined;
}

/** How many runs of a kind have a status. */
export interface StatusCount {
  kind: string;
  status: RunStatus;
  count: number;
}

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
    return first(await this.runs.find({ _id: id }).limit(1).lean<RunRecord[]>());
  }

  /** Whether a run of a subject is active, or its terminal event was not delivered yet. */
  async hasUnsettled(kind: string, subject: string): Promise<boolean> {
    const open = { $or: [{ is_active: true as const }, { outbox_due: { $exists: true } }] };
    const found = await this.runs.exists({ ...matching<RunRecord>({ kind, subject }), ...open });
    return found !== null;
  }

  /** Deletes the runs of a subject that have ended and whose events were delivered. */
  async deleteEnded(kind: string, subject: string): Promise<void> {
    await this.runs.deleteMany({
      ...matching<RunRecord>({ kind, subject }),
      is_active: { $ne: true },
      outbox_due: { $exists: false },
    });
  }

  /** Newest first. */
  async list(filter: RunFilter, offset: number, limit: number): Promise<[Run[], number]> {
    const query = matching<RunRecord>(filter);
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

function newRecord(run: NewRun, now: Date, checkAt: Date): RunRecord {
  const { replay_of, ...rest } = run;
  return {
    _id: new Types.ObjectId(),
    ...rest,
    status: 'queued',
    is_active: true,
    attempt: 0,
    retry_count: 0,
    throttle_count: 0,
    loss_count: 0,
    hop: 1,
    fence: 0,
    worker: null,
    dispatch_due: checkAt,
    heartbeat_at: null,
    created_at: now,
    queued_at: now,
    started_at: null,
    finished_at: null,
    cancel_requested_at: null,
    progress: null,
    result: null,
    error: null,
    ...(replay_of === null ? {} : { replay_of: new Types.ObjectId(replay_of) }),
    history: [{ at: now, what: 'created' }],
  };
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
