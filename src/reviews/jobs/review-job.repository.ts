import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type RunFailure } from '@tributary/contracts';
import { ensureIndexes } from '@tributary/mongo';
import { type Model, type QueryFilter } from 'mongoose';
import { type ReviewJob, type ReviewJobEnd, type ReviewJobOutcome } from './review-job';
import { ReviewJobRecord } from './review-job.schema';

/** What a job begins with. */
export type NewReviewJob = Pick<
  ReviewJob,
  | 'id'
  | 'user_id'
  | 'connection_id'
  | 'mode'
  | 'google_user_id'
  | 'google_email'
  | 'oauth_client_id'
  | 'token_sealed'
  | 'token_expires_at'
  | 'created_at'
  | 'expires_at'
>;

/** A token that takes the place of one that expired. */
export type NewToken = Pick<
  ReviewJob,
  'token_sealed' | 'token_expires_at' | 'oauth_client_id' | 'google_user_id' | 'google_email'
>;

/** How a job ended. */
export interface JobEnding {
  readonly end: ReviewJobEnd;
  readonly outcome: ReviewJobOutcome | null;
  readonly error: RunFailure | null;
  readonly finished_at: Date;
}

/** Jobs in their collection. */
@Injectable()
export class ReviewJobRepository {
  constructor(@InjectModel(ReviewJobRecord.name) private readonly jobs: Model<ReviewJobRecord>) {}

  async create({ id, ...job }: NewReviewJob): Promise<void> {
    await ensureIndexes(this.jobs);
    const started = { run_id: null, roots: [], token_version: 1, waiting_since: null };
    const open = { started_at: null, finished_at: null, end: null, outcome: null, error: null };
    await this.jobs.create([{ _id: id, ...job, ...started, ...open, progress_at: null }]);
  }

  /** A job of an owner; undefined for another's. */
  find(owner: string, id: string): Promise<ReviewJob | undefined> {
    return this.first({ _id: { $eq: id }, user_id: { $eq: owner } });
  }

  /** A job of anybody, for work on behalf of its owner. */
  findById(id: string): Promise<ReviewJob | undefined> {
    return this.first({ _id: { $eq: id } });
  }

  /** The jobs of an owner, newest first, and how many there are in all. */
  async list(owner: string, offset: number, limit: number): Promise<[ReviewJob[], number]> {
    const filter = { user_id: { $eq: owner } };
    const [records, total] = await Promise.all([
      this.jobs
        .find(filter)
        .sort({ created_at: -1, _id: 1 })
        .skip(offset)
        .limit(limit)
        .lean<ReviewJobRecord[]>(),
      this.jobs.countDocuments(filter),
    ]);
    return [records.map(toJob), total];
  }

  /** Those of these jobs that are stored and have not begun. */
  async findWaiting(ids: readonly string[]): Promise<ReviewJob[]> {
    const records = await this.jobs
      .find({ _id: { $in: [...ids] }, started_at: null, end: null })
      .lean<ReviewJobRecord[]>();
    return records.map(toJob);
  }

  /** The run that does the job. False when the job was given up meanwhile. */
  async setRun(id: string, runId: string): Promise<boolean> {
    const { matchedCount } = await this.jobs.updateOne(
      { _id: id, run_id: { $in: [null, runId] } },
      { $set: { run_id: runId }, $addToSet: { roots: runId } },
    );
    return matchedCount === 1;
  }

  /** A run of the job has begun: its first, or a replay, with which an ended job is open again. */
  async begin(id: string, runId: string, at: Date): Promise<ReviewJob | undefined> {
    const record = await this.jobs
      .findOneAndUpdate(
        { _id: id },
        [
          {
            $set: {
              run_id: { $literal: runId },
              started_at: { $ifNull: ['$started_at', at] },
              roots: { $setUnion: ['$roots', { $literal: [runId] }] },
              finished_at: null,
              end: null,
              outcome: null,
              error: null,
            },
          },
        ],
        { returnDocument: 'after', updatePipeline: true },
      )
      .lean<ReviewJobRecord>();
    return record ? toJob(record) : undefined;
  }

  /** A replay of a part of the job works with its token. */
  async addRoot(id: string, runId: string): Promise<void> {
    await this.jobs.updateOne({ _id: id, roots: { $ne: runId } }, { $addToSet: { roots: runId } });
  }

  /** A run without a parent has ended; the token is erased with the last one. */
  async removeRoot(id: string, runId: string): Promise<void> {
    await this.jobs.updateOne({ _id: id }, { $pull: { roots: runId } });
    await this.jobs.updateOne(
      { _id: id, roots: [] },
      { $set: { token_sealed: null, waiting_since: null } },
    );
  }

  /** Its token has expired, unless it has another one by now. */
  async markWaiting(id: string, tokenVersion: number, at: Date): Promise<void> {
    await this.jobs.updateOne(
      { _id: id, token_version: tokenVersion, waiting_since: null },
      { $set: { waiting_since: at } },
    );
  }

  /** Gives a job another token; undefined when none of its runs could use it. */
  async setToken(owner: string, id: string, token: NewToken): Promise<ReviewJob | undefined> {
    const record = await this.jobs
      .findOneAndUpdate(
        { _id: { $eq: id }, user_id: { $eq: owner }, 'roots.0': { $exists: true } },
        { $set: { ...token, waiting_since: null }, $inc: { token_version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<ReviewJobRecord>();
    return record ? toJob(record) : undefined;
  }

  /** The end of the job itself. Its token stays while a replay of a part of it works. */
  async finish(id: string, runId: string, ending: JobEnding): Promise<void> {
    await this.jobs.updateOne({ _id: id, run_id: runId }, { $set: { ...ending } });
  }

  /** What became of a job in the end, when a part of it was replayed. */
  async setOutcome(id: string, outcome: ReviewJobOutcome): Promise<void> {
    await this.jobs.updateOne({ _id: id, end: 'succeeded' }, { $set: { outcome } });
  }

  /** True for one caller of all who ask within the interval. */
  async isProgressDue(id: string, now: Date, everyMs: number): Promise<boolean> {
    const before = new Date(now.getTime() - everyMs);
    const { modifiedCount } = await this.jobs.updateOne(
      { _id: id, end: null, $or: [{ progress_at: null }, { progress_at: { $lte: before } }] },
      { $set: { progress_at: now } },
    );
    return modifiedCount === 1;
  }

  /** Gives up a job for which no run was ever created. */
  async giveUp(id: string): Promise<void> {
    await this.jobs.deleteOne({ _id: id, run_id: null, started_at: null });
  }

  private async first(filter: QueryFilter<ReviewJobRecord>): Promise<ReviewJob | undefined> {
    const record = await this.jobs.findOne(filter).lean<ReviewJobRecord>();
    return record ? toJob(record) : undefined;
  }
}

function toJob({ _id, ...job }: ReviewJobRecord): ReviewJob {
  return { id: _id, ...job };
}
