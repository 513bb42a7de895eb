import { type INestApplicationContext } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { ReviewChangeRecorder } from '../../src/reviews/rollups/review-change-recorder.service';
import { ReviewLocationRecord } from '../../src/reviews/store/review-location.schema';
import { ReviewRecord } from '../../src/reviews/store/review.schema';
import { valuesOf } from '../../src/reviews/store/review-values';
import { type StoredReview } from '../../src/reviews/store/stored-review';

/** What a test says of a review; the rest is made up. */
export interface ReviewSeed {
  /** `locations/5/reviews/a`. */
  readonly review_id: string;
  readonly created: string;
  readonly rating?: number | null;
  readonly comment?: string | null;
  readonly reviewer?: string;
  /** Its text and its time; a reply without a time has that of the review. */
  readonly reply?: readonly [comment: string, at: string] | null;
  readonly language?: string;
  readonly deleted?: string;
}

/** The document of a review. */
export function storedReview(owner: string, seed: ReviewSeed): StoredReview {
  const { review_id, created, rating = 5, comment = null, reviewer = 'Lan', reply } = seed;
  const location = review_id.replace(/\/reviews\/.*$/, '');
  const values = valuesOf({
    review_id,
    location,
    rating,
    comment,
    reply: reply ? { comment: reply[0], update_time: reply[1], state: 'APPROVED' } : null,
    create_time: created,
    update_time: created,
    reviewer: { display_name: reviewer, is_anonymous: false, profile_photo_url: '' },
  });
  const seen = new Date('2026-11-18T00:00:00Z');
  return {
    ...values,
    user_id: owner,
    review_id,
    location,
    accounts: [],
    language: seed.language ?? null,
    version: 1,
    changed_by: 'test',
    history: [],
    first_seen_at: seen,
    last_seen_at: seen,
    deleted_at: seed.deleted === undefined ? null : new Date(seed.deleted),
  };
}

/** Stores reviews of an owner as fetches do: page by page, each announced first. */
export async function storeReviews(
  app: INestApplicationContext,
  owner: string,
  reviews: readonly StoredReview[],
  pageSize = 50,
): Promise<void> {
  const recorder = app.get(ReviewChangeRecorder, { strict: false });
  await recorder.record(owner, async (announce) => {
    for (let start = 0; start < reviews.length; start += pageSize) {
      const page = reviews.slice(start, start + pageSize);
      await announce(page.map(({ created_at }) => created_at));
      await putReviews(app, page);
    }
  });
}

/** Only the write itself. */
export async function putReviews(
  app: INestApplicationContext,
  reviews: readonly StoredReview[],
): Promise<void> {
  const model = app.get<Model<ReviewRecord>>(getModelToken(ReviewRecord.name), { strict: false });
  await ensureIndexes(model);
  await model.collection.bulkWrite(
    reviews.map(({ user_id, review_id, ...set }) => ({
      updateOne: { filter: { user_id, review_id }, update: { $set: set }, upsert: true },
    })),
  );
}

/** Stores a location of an owner and the accounts that show it. */
export async function storeLocation(
  app: INestApplicationContext,
  owner: string,
  location: string,
  title: string,
  accounts: readonly string[],
): Promise<void> {
  const recorder = app.get(ReviewChangeRecorder, { strict: false });
  const model = app.get<Model<ReviewLocationRecord>>(getModelToken(ReviewLocationRecord.name), {
    strict: false,
  });
  await recorder.record(owner, async (announce) => {
    await announce([]);
    const update = { $set: { title, accounts: [...accounts], last_seen_at: new Date() } };
    await model.updateOne({ user_id: owner, location }, update, { upsert: true });
  });
}
