import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { ReviewSlotRecord, ReviewUserSlotsRecord } from './review-slot.schema';

/** Slots are created when they are needed first, so many at a time. */
const CREATED_AT_ONCE = 100;

/** A slot that was taken. */
export interface TakenSlot {
  readonly job_id: string;
  readonly taken_at: Date;
}

/**
 * The slots of waiting jobs. Each is taken by one update of one document, so that there are never
 * more than allowed, however many ask at the same moment.
 */
@Injectable()
export class ReviewSlotRepository {
  constructor(
    @InjectModel(ReviewSlotRecord.name) private readonly slots: Model<ReviewSlotRecord>,
    @InjectModel(ReviewUserSlotsRecord.name)
    private readonly users: Model<ReviewUserSlotsRecord>,
  ) {}

  /** Takes one of the slots of a user; false when all are taken. */
  async takeOfUser(userId: string, jobId: string, size: number, at: Date): Promise<boolean> {
    await ensureIndexes(this.users);
    for (;;) {
      try {
        await this.users.updateOne(
          { _id: userId, [`jobs.${size - 1}`]: { $exists: false } },
          { $push: { jobs: { job_id: jobId, taken_at: at } } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // The upsert tried to insert a second document: the user has all slots, or just got the first.
      if (await this.isFullOfUser(userId, size)) return false;
    }
  }

  async isFullOfUser(userId: string, size: number): Promise<boolean> {
    const full = { _id: { $eq: userId }, [`jobs.${size - 1}`]: { $exists: true } };
    return (await this.users.exists(full)) !== null;
  }

  /** Takes one of the slots of all users together; false when all are taken. */
  async take(userId: string, jobId: string, size: number, at: Date): Promise<boolean> {
    await ensureIndexes(this.slots);
    for (;;) {
      const taken = await this.slots.findOneAndUpdate(
        { job_id: null, _id: { $lt: size } },
        { $set: { job_id: jobId, user_id: userId, taken_at: at } },
        { projection: { _id: 1 } },
      );
      if (taken) return true;
      if (!(await this.createMore(size))) return false;
    }
  }

  /** Frees what a job holds; nothing when it holds nothing. True when it was in the buffer. */
  async free(userId: string, jobId: string): Promise<boolean> {
    const { modifiedCount } = await this.slots.updateMany(
      { job_id: jobId },
      { $set: { job_id: null, user_id: null, taken_at: null } },
    );
    await this.users.updateOne({ _id: { $eq: userId } }, { $pull: { jobs: { job_id: jobId } } });
    return modifiedCount > 0;
  }

  /** How many jobs wait. */
  countTaken(): Promise<number> {
    // A query of mongoose runs again for everybody who waits for it; a promise does not.
    return this.slots.countDocuments({ job_id: { $ne: null } }).exec();
  }

  /** The slots of a user that were taken before that. */
  async findOfUser(userId: string, before: Date): Promise<readonly TakenSlot[]> {
    const found = await this.users.findOne({ _id: { $eq: userId } }).lean<ReviewUserSlotsRecord>();
    return (found?.jobs ?? []).filter(({ taken_at }) => taken_at < before);
  }

  /** Slots of anybody that were taken before that, the oldest first. */
  async findTaken(
    before: Date,
    limit: number,
  ): Promise<readonly (TakenSlot & { readonly user_id: string })[]> {
    const found = await this.slots
      .find({ job_id: { $ne: null }, taken_at: { $lt: before } })
      .sort({ taken_at: 1 })
      .limit(limit)
      .lean<ReviewSlotRecord[]>();
    return found.flatMap(({ job_id, user_id, taken_at }) =>
      job_id !== null && user_id !== null && taken_at !== null
        ? [{ job_id, user_id, taken_at }]
        : [],
    );
  }

  /** Creates free slots up to a size; false when there were as many. */
  private async createMore(size: number): Promise<boolean> {
    const last = await this.slots
      .findOne({}, { _id: 1 })
      .sort({ _id: -1 })
      .lean<Pick<ReviewSlotRecord, '_id'>>();
    const first = (last?._id ?? -1) + 1;
    const count = Math.min(CREATED_AT_ONCE, size - first);
    if (count <= 0) return false;
    const free = { job_id: null, user_id: null, taken_at: null };
    try {
      await this.slots.insertMany(
        Array.from({ length: count }, (_, index) => ({ _id: first + index, ...free })),
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    return true;
  }
}
