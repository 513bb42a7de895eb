import { defineRunKind } from '@tributary/pipeline';

/** Nothing: the subject is the owner of the reviews. */
export type ReviewRollupPayload = Record<string, never>;

/** Brings the roll-ups of an owner's reviews up to date; its subject is the owner. */
export const REVIEW_ROLLUP = defineRunKind<ReviewRollupPayload>('reviews.rollup', {
  queue: 'review_rollups',
  concurrency: 2,
  forgetSucceeded: true,
  silent: true,
});
