import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey, readCursor } from '@tributary/mongo';
import { type Model, mongo } from 'mongoose';
import {
  ACCOUNT_KEYS,
  chunkKey,
  chunkKeys,
  type JobLogEntry,
  locationKeys,
  logKeyOf,
  type ReadLogEntry,
} from './job-log';
import { JobLogNotifier } from './job-log-notifier';
import { type ReviewJob } from './review-job';
import { ReviewJobLogRecord } from './review-job-log.schema';

/** An entry of one type, as it is read. */
type EntryOf<Type extends JobLogEntry['type']> = Extract<JobLogEntry, { type: Type }>['data'];

type JobKey = Pick<ReviewJob, 'id' | 'expires_at'>;

/** Each further one means that another process wrote an entry of the same job meanwhile. */
const TRIES = 1_000;

/** A chunk of reviews can be half a megabyte. */
const KEYS_AT_ONCE = 10;

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
    private readonly notifier: JobLogNotifier,
  ) {}

  /** Appends entries, without those that were there; tells for each whether it was not. */
  append(job: JobKey, entries: readonly JobLogEntry[]): Promise<readonly boolean[]> {
    const before = this.writing.get(job.id) ?? Promise.resolve();
    const appending = before.then(() => this.appendNow(job, entries));
    const settled = appending.then(
      (added) => {
        if (added.includes(true)) this.notifier.notify(job.id);
      },
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
      .batchSize(KEYS_AT_ONCE);
    if (Number.isFinite(limit)) query.limit(limit);
    const cursor = query.lean<ReviewJobLogRecord>().cursor();
    for await (const { seq, at, type, data } of readCursor(cursor)) {
      yield { seq, at, type, data } as ReadLogEntry;
    }
  }

  /** The entry with a number. */
  async findEntry(jobId: string, seq: number): Promise<ReadLogEntry | undefined> {
    for await (const entry of this.read(jobId, seq - 1, 1)) {
      if (entry.seq === seq) return entry;
    }
    return undefined;
  }

  /** The accounts that a job found. */
  readAccounts(jobId: string): AsyncGenerator<EntryOf<'account'>, void, undefined> {
    return this.readKeys<'account'>(jobId, ACCOUNT_KEYS);
  }

  /** The locations that a job found through an account. */
  readLocations(
    jobId: string,
    account: string,
  ): AsyncGenerator<EntryOf<'location'>, void, undefined> {
    return this.readKeys<'location'>(jobId, locationKeys(account));
  }

  /** The reviews of a location, a chunk at a time, in the order in which they were listed. */
  readChunks(jobId: string, location: string): AsyncGenerator<EntryOf<'reviews'>, void, undefined> {
    return this.readKeys<'reviews'>(jobId, chunkKeys(location));
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

  /**
   * What the entries say whose keys begin so, in the order of their keys. Between two pages nothing is
   * open in the store, however long the reader takes.
   */
  private async *readKeys<Type extends JobLogEntry['type']>(
    jobId: string,
    prefix: string,
  ): AsyncGenerator<EntryOf<Type>, void, undefined> {
    let after = `${prefix}/`;
    // 0 is what follows the slash.
    const end = `${prefix}0`;
    for (;;) {
      const page = await this.log
        .find(
          { job_id: { $eq: jobId }, key: { $gt: after, $lt: end } },
          { _id: 0, key: 1, data: 1 },
        )
        .sort({ key: 1 })
        .limit(KEYS_AT_ONCE)
        .lean<Pick<ReviewJobLogRecord, 'key' | 'data'>[]>();
      for (const { data } of page) yield data as EntryOf<Type>;
      const last = page.at(-1);
      if (!last || page.length < KEYS_AT_ONCE) return;
      after = last.key;
    }
  }

  private async findKeys(jobId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.log
      .find({ job_id: jobId, key: { $in: [...keys] } }, { _id: 0, key: 1 })
      .lean<Pick<ReviewJobLogRecord, 'key'>[]>();
    return new Set(found.map(({ key }) => key));
  }
}
