import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type RunFailure } from '@tributary/contracts';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { isValidObjectId, type Model, type QueryFilter, type Types } from 'mongoose';
import { type ConnectionKey, type ReviewConnection } from './review-connection';
import { ReviewConnectionRecord } from './review-connection.schema';

/** What a consent gives. */
export type ConsentedAccount = ConnectionKey &
  Pick<ReviewConnection, 'email' | 'refresh_token_sealed'>;

/** How a sync ended, and when. */
export interface SyncEnding {
  readonly runId: string;
  readonly fence: number;
  readonly at: Date;
  /** Undefined when it succeeded. */
  readonly error: RunFailure | undefined;
}

const NOTHING_WRONG = { status: 'active', error_code: null, error_message: null } as const;
/** With more, a location that fails makes its batch fail in every sync until the next full one. */
const MAX_UNREADABLE = 10_000;

/** Connections of users to Google accounts, in their collection. */
@Injectable()
export class ReviewConnectionRepository {
  constructor(
    @InjectModel(ReviewConnectionRecord.name)
    private readonly connections: Model<ReviewConnectionRecord>,
  ) {}

  /** Creates the connection of a Google account, or gives the one that is there the new consent. */
  async connect(account: ConsentedAccount): Promise<ReviewConnection> {
    await ensureIndexes(this.connections);
    try {
      return await this.upsert(account);
    } catch (error) {
      // Somebody else created it at the same moment: now it is there.
      if (isDuplicateKey(error)) return this.upsert(account);
      throw error;
    }
  }

  /** A user's connection; undefined for another user's. */
  async find(userId: string, id: string): Promise<ReviewConnection | undefined> {
    return this.first({ _id: id, user_id: { $eq: userId } });
  }

  /** A connection of any user, for work on behalf of its owner. */
  async findById(id: string): Promise<ReviewConnection | undefined> {
    return this.first({ _id: id });
  }

  /** A user's connections, oldest first, and how many there are in all. */
  async list(userId: string, offset: number, limit: number): Promise<[ReviewConnection[], number]> {
    const filter = { user_id: { $eq: userId } };
    const [records, total] = await Promise.all([
      this.connections
        .find(filter)
        .sort({ created_at: 1, _id: 1 })
        .skip(offset)
        .limit(limit)
        .lean<ReviewConnectionRecord[]>(),
      this.connections.countDocuments(filter),
    ]);
    return [records.map(toConnection), total];
  }

  /** Connections of all users that scheduled syncs include, a batch at a time. */
  async *findScheduled(batch: number): AsyncGenerator<ReviewConnection[], void, undefined> {
    let after: Types.ObjectId | undefined;
    for (;;) {
      const records: ReviewConnectionRecord[] = await this.connections
        .find({
          enabled: true,
          status: { $ne: 'revoked' },
          ...(after ? { _id: { $gt: after } } : {}),
        })
        .sort({ _id: 1 })
        .limit(batch)
        .lean<ReviewConnectionRecord[]>();
      if (records.length > 0) yield records.map(toConnection);
      if (records.length < batch) return;
      after = records.at(-1)?._id;
    }
  }

  /** Includes a connection in scheduled syncs, or leaves it out. */
  async setEnabled(
    userId: string,
    id: string,
    enabled: boolean,
  ): Promise<ReviewConnection | undefined> {
    if (!isValidObjectId(id)) return undefined;
    const record = await this.connections
      .findOneAndUpdate(
        { _id: id, user_id: { $eq: userId } },
        { $set: { enabled } },
        { returnDocument: 'after' },
      )
      .lean<ReviewConnectionRecord>();
    return record ? toConnection(record) : undefined;
  }

  /** Deletes a user's connection; undefined when it is not there. */
  async delete(userId: string, id: string): Promise<ReviewConnection | undefined> {
    if (!isValidObjectId(id)) return undefined;
    const record = await this.connections
      .findOneAndDelete({ _id: id, user_id: { $eq: userId } })
      .lean<ReviewConnectionRecord>();
    return record ? toConnection(record) : undefined;
  }

  /** Whether any user has a connection to a Google account. */
  async isConnected(googleUserId: string): Promise<boolean> {
    return (await this.connections.exists({ google_user_id: { $eq: googleUserId } })) !== null;
  }

  /** Google does not accept the consent any more, unless there is another one by now. */
  async markRevoked(
    { id, refresh_token_sealed }: ReviewConnection,
    error: Pick<RunFailure, 'code' | 'message'>,
  ): Promise<void> {
    await this.connections.updateOne(
      { _id: id, refresh_token_sealed },
      { $set: { status: 'revoked', error_code: error.code, error_message: error.message } },
    );
  }

  /** Remembers the job that listed all locations. */
  async keepFullSync(id: string, jobId: string, began: Date): Promise<void> {
    await this.connections.updateOne(
      { _id: id },
      { $set: { full_job_id: jobId, last_full_sync_at: began, unreadable_locations: [] } },
    );
  }

  /** The location is left out until the next full sync. */
  async addUnreadable(id: string, location: string): Promise<void> {
    await this.connections.updateOne(
      { _id: id, unreadable_locations: { $ne: location } },
      { $push: { unreadable_locations: { $each: [location], $slice: -MAX_UNREADABLE } } },
    );
  }

  /** Records how a sync ended; nothing when a later one has ended before. */
  async keepEnding(id: string, { runId, fence, at, error }: SyncEnding): Promise<void> {
    const isNewer = { _id: id, fence: { $lte: fence } };
    if (!error) {
      await this.connections.updateOne(isNewer, {
        $set: { ...NOTHING_WRONG, fence, last_sync_at: at, last_sync_run_id: runId },
      });
      return;
    }
    const { code, message } = error;
    await this.connections.updateOne(
      // That it was revoked says more, and was recorded when Google said so.
      { ...isNewer, status: { $ne: 'revoked' } },
      { $set: { fence, status: 'error', error_code: code, error_message: message } },
    );
  }

  private async upsert({
    user_id,
    google_user_id,
    ...consent
  }: ConsentedAccount): Promise<ReviewConnection> {
    const record = await this.connections
      .findOneAndUpdate(
        { user_id, google_user_id },
        {
          $set: { ...consent, ...NOTHING_WRONG },
          $setOnInsert: { enabled: true, fence: 0, unreadable_locations: [] },
        },
        { upsert: true, returnDocument: 'after', setDefaultsOnInsert: true },
      )
      .lean<ReviewConnectionRecord>();
    return toConnection(record);
  }

  private async first(
    filter: QueryFilter<ReviewConnectionRecord>,
  ): Promise<ReviewConnection | undefined> {
    if (!isValidObjectId(filter._id)) return undefined;
    const record = await this.connections.findOne(filter).lean<ReviewConnectionRecord>();
    return record ? toConnection(record) : undefined;
  }
}

function toConnection({
  _id,
  fence: _fence,
  ...connection
}: ReviewConnectionRecord): ReviewConnection {
  return { id: _id.toHexString(), ...connection };
}
