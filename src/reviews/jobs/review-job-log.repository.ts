import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey, readCursor } from '@tributary/mongo';
import { type Model, mongo } from 'mongoose';
import { chunkKey, type JobLogEntry, logKeyOf, type ReadLogEntry } from './job-log';
import { type ReviewJob } from './review-job';
import { ReviewJobLogRecord } from './review-job-log.schema';

type JobKey = Pick<ReviewJob, 'id' | 'expires_at'>;

/** Each further one means that another process wrote an entry of the same job meanwhile. */
const TRIES = 1_000;

/**
 * What jobs found, in order and append-only. Numbers have no gaps and become visible in their order: an
 * entry gets the number after the last one, and another one when that was taken meanwhile.
 */
@Injectable()
export class ReviewJobLogRepository {
  /** Within a process the writers of a job wait for each other, instead of racing for numbers. */
  private readonly writing = new Map<string, Promise<unknown>>();

  constructor(
    @InjectModel(ReviewJobLogRecord.name) private readonly log: Model<ReviewJobLogRecord>,
  ) {}

  /** Appends entries, without those that were there; tells for each whether it was not. */
  append(job: JobKey, entries: readonly JobLogEntry[]): Promise<readonly boolean[]> {
    const before = this.writing.get(job.id) ?? Promise.resolve();
    const appending = before.then(() => this.appendNow(job, entries));
    const settled = appending.then(
      () => undefined,
      () => undefined,
    );
    this.writing.set(job.id, settled);
    void settled.then(() => {
      if (this.writing.get(job.id) === settled) this.writing.delete(job.id);
    });
    return appending;
  }

  /** Entries behind a number, in order. */
  async *read(
    jobId: string,
    afterSeq: number,
    limit = Infinity,
  ): AsyncGenerator<ReadLogEntry, void, undefined> {
    const query = this.log
      .find({ job_id: { $eq: jobId }, seq: { $gt: afterSeq } })
      .sort({ seq: 1 })
      .batchSize(50);
    if (Number.isFinite(limit)) query.limit(limit);
    const cursor = query.lean<ReviewJobLogRecord>().cursor();
    for await (const { seq, at, type, data } of readCursor(cursor)) {
      yield { seq, at, type, data } as ReadLogEntry;
    }
  }

  /** The number of the last entry; 0 when there is none. */
  async lastSeq(jobId: string): Promise<number> {
    const last = await this.log
      .findOne({ job_id: { $eq: jobId } }, { seq: 1 })
      .sort({ seq: -1 })
      .lean<Pick<ReviewJobLogRecord, 'seq'>>();
    return last?.seq ?? 0;
  }

  /** The ids of the reviews of one chunk; undefined when there is no such chunk. */
  async findChunkIds(
    jobId: string,
    location: string,
    chunk: number,
  ): Promise<readonly string[] | undefined> {
    const found = await this.log
      .findOne({ job_id: jobId, key: chunkKey(location, chunk) }, { 'data.reviews.review_id': 1 })
      .lean<{ data: { reviews: { review_id: string }[] } }>();
    return found?.data.reviews.map(({ review_id }) => review_id);
  }

  private async appendNow(
    { id, expires_at }: JobKey,
    entries: readonly JobLogEntry[],
  ): Promise<readonly boolean[]> {
    await ensureIndexes(this.log);
    const keys = entries.map(logKeyOf);
    const added = new Set<string>();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const known = await this.findKeys(id, keys);
      const missing = entries.filter((entry) => !known.has(logKeyOf(entry)));
      if (missing.length === 0) return keys.map((key) => added.has(key));
      let seq = await this.lastSeq(id);
      const at = new Date();
      try {
        for (const entry of missing) {
          const key = logKeyOf(entry);
          const { type, data } = entry;
          seq += 1;
          await this.log.collection.insertOne({ job_id: id, seq, key, type, data, at, expires_at });
          added.add(key);
        }
      } catch (error) {
        if (!(error instanceof mongo.MongoServerError) || !isDuplicateKey(error)) throw error;
      }
    }
    throw new Error('Others keep writing the log of the same job');
  }

  private async findKeys(jobId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.log
      .find({ job_id: jobId, key: { $in: [...keys] } }, { _id: 0, key: 1 })
      .lean<Pick<ReviewJobLogRecord, 'key'>[]>();
    return new Set(found.map(({ key }) => key));
  }
}
