import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type RunFailure } from '@tributary/contracts';
import { ensureIndexes, readCursor } from '@tributary/mongo';
import { type Fence, updateFenced } from '@tributary/pipeline';
import { type Model } from 'mongoose';
import { type SeenAccount, type SeenLocation } from '../store/review-place';
import { type JobAccount, type JobLocation, type ReviewJob, type StepCounts } from './review-job';
import { ReviewJobAccountRecord } from './review-job-account.schema';
import { ReviewJobLocationRecord } from './review-job-location.schema';

/** How far the listing of a location is, or what it came to. */
export type ListingState = Partial<
  Pick<
    JobLocation,
    | 'state'
    | 'listed'
    | 'expected'
    | 'missing'
    | 'complete'
    | 'reason'
    | 'added'
    | 'changed'
    | 'deleted'
    | 'error_code'
    | 'error_message'
  >
>;

/** Sums over the locations of a job. */
export interface LocationSums {
  readonly states: StepCounts;
  readonly listed: number;
  readonly missing: number;
  readonly incomplete: number;
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
}

type JobKey = Pick<ReviewJob, 'id' | 'expires_at'>;
const NO_STEPS: StepCounts = { pending: 0, running: 0, done: 0, failed: 0 };
const SUMMED = ['listed', 'missing', 'added', 'changed', 'deleted'] as const;

/** The accounts and locations that jobs found, and how far the jobs are with them. */
@Injectable()
export class ReviewJobStepRepository {
  constructor(
    @InjectModel(ReviewJobAccountRecord.name)
    private readonly accounts: Model<ReviewJobAccountRecord>,
    @InjectModel(ReviewJobLocationRecord.name)
    private readonly locations: Model<ReviewJobLocationRecord>,
  ) {}

  async addAccounts({ id, expires_at }: JobKey, found: readonly SeenAccount[]): Promise<void> {
    if (found.length === 0) return;
    await ensureIndexes(this.accounts);
    await this.accounts.bulkWrite(
      found.map(({ account, name }) => ({
        updateOne: {
          filter: { job_id: id, account },
          update: {
            $set: { name },
            $setOnInsert: {
              state: 'pending',
              locations: 0,
              error_code: null,
              error_message: null,
              expires_at,
            },
          },
          upsert: true,
        },
      })),
    );
  }

  async setAccount(
    jobId: string,
    account: string,
    state: Partial<Pick<JobAccount, 'state' | 'locations' | 'error_code' | 'error_message'>>,
  ): Promise<void> {
    await this.accounts.updateOne({ job_id: jobId, account }, { $set: state });
  }

  /** Remembers that an account shows these locations. */
  async addLocations(
    { id, expires_at }: JobKey,
    account: string,
    found: readonly SeenLocation[],
  ): Promise<void> {
    if (found.length === 0) return;
    await ensureIndexes(this.locations);
    const counts = { listed: 0, added: 0, changed: 0, deleted: 0, fence: 0 };
    const open = { expected: null, missing: null, complete: null, reason: null };
    const failure = { error_code: null, error_message: null };
    await this.locations.bulkWrite(
      found.map(({ location, title }) => ({
        updateOne: {
          filter: { job_id: id, location },
          update: {
            $set: { title },
            $addToSet: { accounts: account },
            $setOnInsert: {
              listing_account: null,
              state: 'pending',
              ...counts,
              ...open,
              ...failure,
              expires_at,
            },
          },
          upsert: true,
        },
      })),
    );
  }

  /** The account lists those of its locations that no other account of the job lists. */
  async claimLocations(jobId: string, account: string): Promise<void> {
    await this.locations.updateMany(
      { job_id: jobId, accounts: account, listing_account: null },
      { $set: { listing_account: account } },
    );
  }

  /** The locations that an account lists. */
  async *findClaimed(jobId: string, account: string): AsyncGenerator<string, void, undefined> {
    const cursor = this.locations
      .find({ job_id: jobId, listing_account: account }, { _id: 0, location: 1 })
      .sort({ location: 1 })
      .lean<Pick<ReviewJobLocationRecord, 'location'>>()
      .cursor();
    for await (const { location } of readCursor(cursor)) yield location;
  }

  /** The locations that a job listed, by the account through which it did. */
  async *findListed(
    jobId: string,
  ): AsyncGenerator<{ account: string; location: string }, void, undefined> {
    const cursor = this.locations
      .find(
        { job_id: jobId, state: 'done', listing_account: { $ne: null } },
        { _id: 0, location: 1, listing_account: 1 },
      )
      .sort({ listing_account: 1, location: 1 })
      .lean<{ location: string; listing_account: string }>()
      .cursor();
    for await (const { location, listing_account: account } of readCursor(cursor)) {
      yield { account, location };
    }
  }

  /** The sync of a connection found reviews of a location. */
  async countFound(
    jobId: string,
    location: string,
    { added, changed }: Pick<LocationSums, 'added' | 'changed'>,
  ): Promise<void> {
    await this.locations.updateOne(
      { job_id: jobId, location },
      { $set: { state: 'done' }, $inc: { listed: added + changed, added, changed } },
    );
  }

  async findLocation(jobId: string, location: string): Promise<JobLocation | undefined> {
    const found = await this.locations
      .findOne({ job_id: jobId, location })
      .lean<ReviewJobLocationRecord>();
    return found ?? undefined;
  }

  /** Changes a location under the fence of the run that lists it. */
  async setLocation(
    fence: Fence,
    jobId: string,
    location: string,
    state: ListingState,
  ): Promise<void> {
    await updateFenced(this.locations, fence, { job_id: jobId, location }, { $set: state });
  }

  /** The run that lists a location has ended without a result. */
  async failLocation(
    jobId: string,
    location: string,
    { code, message }: RunFailure,
  ): Promise<void> {
    await this.locations.updateOne(
      { job_id: jobId, location },
      { $set: { state: 'failed', error_code: code, error_message: message } },
    );
  }

  listAccounts(jobId: string, limit: number): Promise<JobAccount[]> {
    return this.accounts
      .find({ job_id: jobId }, { _id: 0 })
      .sort({ account: 1 })
      .limit(limit)
      .lean<JobAccount[]>()
      .exec();
  }

  listLocations(jobId: string, offset: number, limit: number): Promise<JobLocation[]> {
    return this.locations
      .find({ job_id: jobId }, { _id: 0 })
      .sort({ location: 1 })
      .skip(offset)
      .limit(limit)
      .lean<JobLocation[]>()
      .exec();
  }

  async countAccounts(jobId: string): Promise<StepCounts> {
    const counted = await this.accounts.aggregate<{ _id: string; count: number }>([
      { $match: { job_id: jobId } },
      { $group: { _id: '$state', count: { $sum: 1 } } },
    ]);
    return toStepCounts(counted);
  }

  async sumLocations(jobId: string): Promise<LocationSums> {
    const summed = await this.locations.aggregate<
      { _id: string; count: number; incomplete: number } & Record<(typeof SUMMED)[number], number>
    >([
      { $match: { job_id: jobId } },
      {
        $group: {
          _id: '$state',
          count: { $sum: 1 },
          incomplete: { $sum: { $cond: [{ $eq: ['$complete', false] }, 1, 0] } },
          ...Object.fromEntries(SUMMED.map((field) => [field, { $sum: `$${field}` }])),
        },
      },
    ]);
    const sum = (field: (typeof SUMMED)[number] | 'incomplete'): number =>
      summed.reduce((before, group) => before + group[field], 0);
    return {
      states: toStepCounts(summed),
      listed: sum('listed'),
      missing: sum('missing'),
      incomplete: sum('incomplete'),
      added: sum('added'),
      changed: sum('changed'),
      deleted: sum('deleted'),
    };
  }
}

function toStepCounts(counted: readonly { _id: string; count: number }[]): StepCounts {
  const counts = Object.fromEntries(counted.map(({ _id, count }) => [_id, count]));
  return { ...NO_STEPS, ...counts };
}
