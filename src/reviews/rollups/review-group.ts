import { RESPONSE_BIN } from './response-minutes';
import { addResponses, type ReviewSums } from './review-sums';

/** What the store returns for reviews that have the same rating and took the same time to reply to. */
export interface ReviewGroup<Key = unknown> {
  readonly _id: {
    readonly key: Key;
    readonly rating: number | null;
    /** Null without a reply, {@link UNKNOWN_TIME} for a reply without a time. */
    readonly response: number | null;
  };
  readonly count: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

const UNKNOWN_TIME = -1;

/** The stage that counts reviews by a key, and in it by all that sums need to know. */
export function reviewGroupStage(key: unknown): object {
  return {
    $group: {
      _id: {
        key,
        rating: '$rating',
        response: {
          // Null, and what is missing, is less than any date, and than any object.
          $cond: [
            { $gt: ['$reply', null] },
            { $cond: [{ $gt: ['$replied_at', null] }, RESPONSE_BIN, UNKNOWN_TIME] },
            null,
          ],
        },
      },
      count: { $sum: 1 },
      first_at: { $min: '$created_at' },
      last_at: { $max: '$created_at' },
    },
  };
}

/** Adds the reviews of a group to sums. */
export function addGroup(sums: ReviewSums, { _id, count }: ReviewGroup): void {
  const { rating, response } = _id;
  sums.count += count;
  if (rating !== null && rating >= 1 && rating <= 5) sums.stars[rating - 1]! += count;
  if (response === null) return;
  sums.replied += count;
  if (response !== UNKNOWN_TIME) addResponses(sums, response, count);
}
