import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { readCursor } from '@tributary/mongo';
import { isObjectIdOrHexString, type Model, type QueryFilter, type Types } from 'mongoose';
import { ReviewRecord } from '../store/review.schema';
import { type ReviewWithHistory, type ShownReview } from './shown-review';

/** Some of an owner's reviews, in an order. */
export interface ReviewSelection {
  /** Conditions as a query of the store. */
  readonly match: Readonly<Record<string, unknown>>;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** Queries that take longer than this are aborted. */
const DEADLINE_MS = 25_000;
const STREAMED_AT_ONCE = 500;
const SHOWN = {
  review_id: 1,
  location: 1,
  rating: 1,
  comment: 1,
  language: 1,
  reviewer: 1,
  reply: 1,
  created_at: 1,
  updated_at: 1,
  replied_at: 1,
  deleted_at: 1,
  version: 1,
} as const;
const WITH_HISTORY = { ...SHOWN, history: 1, first_seen_at: 1, last_seen_at: 1 } as const;

type Found<T> = Omit<T, 'id'> & { readonly _id: Types.ObjectId };

/** Reads reviews; never those of another owner. */
@Injectable()
export class ReviewQueryRepository {
  constructor(@InjectModel(ReviewRecord.name) private readonly reviews: Model<ReviewRecord>) {}

  async find(
    owner: string,
    { match, sort }: ReviewSelection,
    offset: number,
    limit: number,
  ): Promise<ShownReview[]> {
    const found = await this.reviews
      .find(ownedBy(owner, match), SHOWN)
      .sort(sort)
      .skip(offset)
      .limit(limit)
      .allowDiskUse(true)
      .maxTimeMS(DEADLINE_MS)
      .lean<Found<ShownReview>[]>();
    return found.map(withId);
  }

  async count(owner: string, { match }: ReviewSelection): Promise<number> {
    return this.reviews.countDocuments(ownedBy(owner, match)).maxTimeMS(DEADLINE_MS);
  }

  /** All of them, as a stream. */
  async *stream(owner: string, { match, sort }: ReviewSelection): AsyncGenerator<ShownReview> {
    const cursor = this.reviews
      .find(ownedBy(owner, match), SHOWN)
      .sort(sort)
      .allowDiskUse(true)
      .batchSize(STREAMED_AT_ONCE)
      .lean<Found<ShownReview>>()
      .cursor();
    for await (const found of readCursor<Found<ShownReview>>(cursor)) yield withId(found);
  }

  /** One of an owner's reviews by its public id, deleted or not. */
  async findById(owner: string, id: string): Promise<ReviewWithHistory | undefined> {
    if (!isObjectIdOrHexString(id)) return undefined;
    const found = await this.reviews
      .findOne({ _id: id, user_id: { $eq: owner } }, WITH_HISTORY)
      .lean<Found<ReviewWithHistory>>();
    return found ? withId(found) : undefined;
  }
}

function ownedBy(owner: string, match: ReviewSelection['match']): QueryFilter<ReviewRecord> {
  return { ...match, user_id: { $eq: owner } };
}

function withId<T extends { readonly _id: Types.ObjectId }>({
  _id,
  ...rest
}: T): Omit<T, '_id'> & { id: string } {
  return { id: _id.toHexString(), ...rest };
}
