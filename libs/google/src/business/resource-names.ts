import { expectString, unexpected } from '../shape';

const ACCOUNT = /^accounts\/([^/]+)$/;
const LOCATION = /^(?:accounts\/[^/]+\/)?locations\/([^/]+)$/;
const REVIEW = /^(?:accounts\/([^/]+)\/)?locations\/([^/]+)\/reviews\/([^/]+)$/;

/** What the name of a review says. */
export interface ReviewName {
  /**
   * `locations/{l}/reviews/{r}`: the same review has one such key, through whichever account it is
   * seen.
   */
  readonly key: string;
  /** The id of the account, or `-`: Google writes both; undefined where the name has none. */
  readonly accountId: string | undefined;
  readonly locationId: string;
  readonly reviewId: string;
}

/** The id in `accounts/{id}`. */
export function expectAccountId(value: unknown, where: string): string {
  const id = ACCOUNT.exec(expectString(value, where))?.[1];
  if (id === undefined) throw unexpected(where, 'a name such as accounts/1', value);
  return id;
}

/** The id in `locations/{id}`, with or without an account before it. */
export function expectLocationId(value: unknown, where: string): string {
  const id = LOCATION.exec(expectString(value, where))?.[1];
  if (id === undefined) throw unexpected(where, 'a name such as locations/1', value);
  return id;
}

/** The parts of the name of a review. */
export function expectReviewName(value: unknown, where: string): ReviewName {
  const [, accountId, locationId, reviewId] = REVIEW.exec(expectString(value, where)) ?? [];
  if (locationId === undefined || reviewId === undefined) {
    throw unexpected(where, 'a name such as accounts/1/locations/2/reviews/3', value);
  }
  return { key: reviewKey(locationId, reviewId), accountId, locationId, reviewId };
}

/** The identity of a review. */
export function reviewKey(locationId: string, reviewId: string): string {
  return `locations/${locationId}/reviews/${reviewId}`;
}
