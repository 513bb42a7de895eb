import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { readCursor } from '@tributary/mongo';
import { type InstantRange } from '@tributary/periods';
import { type Model, type PipelineStage } from 'mongoose';
import { ReviewRecord } from '../store/review.schema';
import { type ReviewGroup, reviewGroupStage } from './review-group';

/** Which reviews of an owner are counted. */
export interface CountedReviews extends InstantRange {
  /** Null for all. */
  readonly locations: readonly string[] | null;
  /** Whether deleted ones are, too. */
  readonly deleted: boolean;
}

/** Queries that take longer than this are aborted. */
const DEADLINE_MS = 25_000;
const READ_AT_ONCE = 1_000;

/** Counts reviews in the store. */
@Injectable()
export class ReviewSumsRepository {
  constructor(@InjectModel(ReviewRecord.name) private readonly reviews: Model<ReviewRecord>) {}

  /** Reviews counted by a key, an expression of the store. */
  count<Key>(
    owner: string,
    { from, before, locations, deleted }: CountedReviews,
    key: unknown,
  ): AsyncIterable<ReviewGroup<Key>> {
    const created = {
      ...(from === null ? {} : { $gte: from }),
      ...(before === null ? {} : { $lt: before }),
    };
    const match = {
      user_id: { $eq: owner },
      ...((from ?? before) ? { created_at: created } : {}),
      ...(locations === null ? {} : { location: { $in: [...locations] } }),
      ...(deleted ? {} : { deleted_at: null }),
    };
    const cursor = this.reviews
      .aggregate<ReviewGroup<Key>>([{ $match: match }, reviewGroupStage(key) as PipelineStage])
      .option({ maxTimeMS: DEADLINE_MS, allowDiskUse: true })
      .cursor<ReviewGroup<Key>>({ batchSize: READ_AT_ONCE });
    return readCursor<ReviewGroup<Key>>(cursor);
  }
}
