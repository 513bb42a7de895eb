import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey } from '@tributary/mongo';
import { type DayRange } from '@tributary/periods';
import { type Model } from 'mongoose';
import { ReviewDirtyDayRecord } from './review-dirty-day.schema';

/** A day and the epoch in which it became dirty last. */
export type DirtyDay = Pick<ReviewDirtyDayRecord, 'day' | 'epoch'>;

const SHOWN = { _id: 0, day: 1, epoch: 1 } as const;
/** Each further one means that somebody else marked the same day at the same moment. */
const TRIES = 5;

/** Dirty days in their collection. */
@Injectable()
export class ReviewDirtyDayRepository {
  constructor(
    @InjectModel(ReviewDirtyDayRecord.name) private readonly dirty: Model<ReviewDirtyDayRecord>,
  ) {}

  /** Makes days dirty in an epoch. Costs one query when all of them are already, as in an import. */
  async mark(owner: string, days: readonly string[], epoch: number): Promise<void> {
    await ensureIndexes(this.dirty);
    const known = await this.dirty
      .find({ user_id: { $eq: owner }, day: { $in: [...days] }, epoch: { $gte: epoch } }, SHOWN)
      .lean<DirtyDay[]>();
    const marked = new Set(known.map(({ day }) => day));
    await this.upsert(
      owner,
      days.filter((day) => !marked.has(day)),
      epoch,
    );
  }

  /** The first dirty days of a range. */
  async findIn(owner: string, { from, to }: DayRange, limit: number): Promise<string[]> {
    const range = {
      ...(from === null ? {} : { $gte: from }),
      ...(to === null ? {} : { $lte: to }),
    };
    const found = await this.dirty
      .find({ user_id: { $eq: owner }, ...((from ?? to) ? { day: range } : {}) }, SHOWN)
      .sort({ day: 1 })
      .limit(limit)
      .lean<DirtyDay[]>();
    return found.map(({ day }) => day);
  }

  /** The first dirty days behind a day, of epochs before one. */
  findBefore(owner: string, epoch: number, after: string, limit: number): Promise<DirtyDay[]> {
    return this.dirty
      .find({ user_id: { $eq: owner }, day: { $gt: after }, epoch: { $lt: epoch } }, SHOWN)
      .sort({ day: 1 })
      .limit(limit)
      .lean<DirtyDay[]>();
  }

  /** Days that became dirty again since stay so. */
  async clear(owner: string, days: readonly DirtyDay[]): Promise<void> {
    if (days.length === 0) return;
    await this.dirty.bulkWrite(
      days.map(({ day, epoch }) => ({ deleteOne: { filter: { user_id: owner, day, epoch } } })),
      { ordered: false },
    );
  }

  private async upsert(owner: string, days: readonly string[], epoch: number): Promise<void> {
    if (days.length === 0) return;
    for (let tries = 1; ; tries += 1) {
      try {
        await this.dirty.bulkWrite(
          days.map((day) => ({
            updateOne: {
              filter: { user_id: owner, day },
              update: { $max: { epoch } },
              upsert: true,
            },
          })),
          { ordered: false },
        );
        return;
      } catch (error) {
        if (!isDuplicateKey(error) || tries === TRIES) throw error;
      }
    }
  }
}
