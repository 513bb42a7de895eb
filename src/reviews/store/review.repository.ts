import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes, isDuplicateKey, readCursor } from '@tributary/mongo';
import { type Collection, type Model, mongo, type UpdateQuery } from 'mongoose';
import { ReviewRecord } from './review.schema';
import { contentOf, type ReviewValues, valuesOf } from './review-values';
import { type ObservedReview, type ReviewChange, type StoredReview } from './stored-review';

/** Reviews that one page showed. */
export interface Observation {
  readonly owner: string;
  /** `accounts/{a}`, through which they were seen. */
  readonly account: string;
  /** The job or sync that saw them. */
  readonly seenBy: string;
  /** When the page was asked for: what was stored after that is newer. */
  readonly seenAt: Date;
  /** Without duplicates. */
  readonly reviews: readonly ObservedReview[];
}

/** What an observation will do; `changes` are in the order of its reviews. */
interface Plan {
  readonly changes: readonly ReviewChange[];
  readonly operations: readonly Operation[];
  /** When the new and changed reviews were created. */
  readonly createdAt: readonly Date[];
}

type Operation = Parameters<Collection['bulkWrite']>[0][number];
type Known = Pick<
  StoredReview,
  | 'review_id'
  | 'rating'
  | 'comment'
  | 'reply'
  | 'update_time'
  | 'content_hash'
  | 'version'
  | 'changed_by'
  | 'accounts'
  | 'created_at'
  | 'last_seen_at'
  | 'deleted_at'
>;

const KNOWN = {
  _id: 0,
  review_id: 1,
  rating: 1,
  comment: 1,
  reply: 1,
  update_time: 1,
  content_hash: 1,
  version: 1,
  changed_by: 1,
  accounts: 1,
  created_at: 1,
  last_seen_at: 1,
  deleted_at: 1,
} as const;

/** Versions of a review that are kept beside the present one. */
const MAX_HISTORY = 100;
/** Each further one means that somebody else wrote the same reviews at the same moment. */
const TRIES = 20;

/**
 * Reviews in their collection. They are not written under the fence of a run, as two jobs of an owner
 * may list the same location at once: an observation counts where it is newer than what is stored.
 */
@Injectable()
export class ReviewRepository {
  constructor(@InjectModel(ReviewRecord.name) private readonly reviews: Model<ReviewRecord>) {}

  /**
   * Stores what a page showed, with one query and one bulk write where nobody else writes the same
   * reviews, and tells for each whether the job found it new or changed; the same when it is done
   * again. `beforeWrite` is called with the creation times of those.
   */
  async store(
    observation: Observation,
    beforeWrite: (createdAt: readonly Date[]) => Promise<void>,
  ): Promise<readonly ReviewChange[]> {
    await ensureIndexes(this.reviews);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const plan = await this.plan(observation);
      if (plan.operations.length === 0) return plan.changes;
      if (plan.createdAt.length > 0) await beforeWrite(plan.createdAt);
      if (await this.apply(plan.operations)) return plan.changes;
    }
    throw new Error('Others keep changing the same reviews');
  }

  /** Reviews of a location that are not deleted and were last seen before that. */
  async *findUnseen(
    owner: string,
    location: string,
    before: Date,
  ): AsyncGenerator<string, void, undefined> {
    const cursor = this.reviews
      .find(
        { user_id: { $eq: owner }, location, last_seen_at: { $lt: before }, deleted_at: null },
        { _id: 0, review_id: 1 },
      )
      .batchSize(100)
      .lean<Pick<ReviewRecord, 'review_id'>>()
      .cursor();
    for await (const { review_id } of readCursor(cursor)) yield review_id;
  }

  /** Marks a review as deleted, unless somebody saw it after Google was asked for it. */
  async markDeleted(
    owner: string,
    reviewId: string,
    askedAt: Date,
    beforeWrite: (createdAt: readonly Date[]) => Promise<void>,
  ): Promise<boolean> {
    const unseen = { last_seen_at: { $lt: askedAt }, deleted_at: null };
    const filter = { user_id: { $eq: owner }, review_id: { $eq: reviewId } };
    const stored = await this.reviews
      .findOne({ ...filter, ...unseen }, { created_at: 1 })
      .lean<Pick<ReviewRecord, 'created_at'>>();
    if (!stored) return false;
    await beforeWrite([stored.created_at]);
    const { modifiedCount } = await this.reviews.updateOne(
      { ...filter, ...unseen },
      { $set: { deleted_at: askedAt } },
    );
    return modifiedCount === 1;
  }

  /** One review of an owner with its history. */
  async find(owner: string, reviewId: string): Promise<StoredReview | undefined> {
    const found = await this.reviews
      .findOne({ user_id: { $eq: owner }, review_id: { $eq: reviewId } }, { _id: 0 })
      .lean<ReviewRecord>();
    return found ?? undefined;
  }

  private async plan(observation: Observation): Promise<Plan> {
    const { owner, reviews } = observation;
    const ids = reviews.map(({ review_id }) => review_id);
    const found = await this.reviews
      .find({ user_id: { $eq: owner }, review_id: { $in: ids } }, KNOWN)
      .lean<Known[]>();
    const known = new Map(found.map((review) => [review.review_id, review]));
    const changes: ReviewChange[] = [];
    const operations: Operation[] = [];
    const createdAt: Date[] = [];
    for (const review of reviews) {
      const stored = known.get(review.review_id);
      const values = valuesOf(review);
      const operation = stored
        ? updateOf(observation, values, stored)
        : insertOf(observation, review, values);
      changes.push(changeOf(observation, values, stored));
      if (!operation) continue;
      operations.push(operation);
      const isSame = stored?.content_hash === values.content_hash && stored.deleted_at === null;
      if (isSame) continue;
      createdAt.push(values.created_at);
      // Google has never been seen to change it; if it does, both days are stale.
      if (stored && stored.created_at.getTime() !== values.created_at.getTime()) {
        createdAt.push(stored.created_at);
      }
    }
    return { changes, operations, createdAt };
  }

  /** False when somebody else wrote one of the reviews since they were read. */
  private async apply(operations: readonly Operation[]): Promise<boolean> {
    try {
      const result = await this.reviews.collection.bulkWrite([...operations], { ordered: false });
      return result.matchedCount + result.insertedCount === operations.length;
    } catch (error) {
      if (error instanceof mongo.MongoBulkWriteError && isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

function insertOf(
  { owner, account, seenBy, seenAt }: Observation,
  { review_id, location }: ObservedReview,
  values: ReviewValues,
): Operation {
  const document: StoredReview = {
    user_id: owner,
    review_id,
    location,
    accounts: [account],
    ...values,
    version: 1,
    changed_by: seenBy,
    history: [],
    first_seen_at: seenAt,
    last_seen_at: seenAt,
    deleted_at: null,
  };
  return { insertOne: { document: { ...document } } };
}

/** Nothing when all of it is known. */
function updateOf(
  { owner, account, seenBy, seenAt }: Observation,
  values: ReviewValues,
  stored: Known,
): Operation | undefined {
  const { review_id, version, content_hash, last_seen_at, deleted_at } = stored;
  const isNewer = seenAt > last_seen_at;
  const isSeenThrough = stored.accounts.includes(account);
  if (!isNewer && isSeenThrough) return undefined;
  const filter = { user_id: owner, review_id, version, last_seen_at };
  const accounts = { $addToSet: { accounts: account } };
  if (!isNewer) return { updateOne: { filter, update: accounts } };
  const seen = {
    last_seen_at: seenAt,
    reviewer: values.reviewer,
    ...(deleted_at !== null && seenAt > deleted_at ? { deleted_at: null } : {}),
  };
  if (values.content_hash === content_hash) {
    return { updateOne: { filter, update: { $set: seen, ...accounts } } };
  }
  const earlier = { version, ...contentOf(stored), seen_at: last_seen_at };
  const update: UpdateQuery<ReviewRecord> = {
    $set: { ...values, ...seen, version: version + 1, changed_by: seenBy },
    $push: { history: { $each: [earlier], $slice: -MAX_HISTORY } },
    ...accounts,
  };
  return { updateOne: { filter, update } };
}

/** A version that the same job made before it was interrupted is what it found. */
function changeOf(
  { seenBy, seenAt }: Observation,
  { content_hash }: ReviewValues,
  stored: Known | undefined,
): ReviewChange {
  if (!stored) return 'new';
  if (stored.content_hash !== content_hash && seenAt > stored.last_seen_at) return 'changed';
  if (stored.changed_by !== seenBy) return 'unchanged';
  return stored.version === 1 ? 'new' : 'changed';
}
