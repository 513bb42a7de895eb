import {
  expectBoolean,
  expectObject,
  expectString,
  expectTimestamp,
  type Fields,
  optionalString,
  unexpected,
} from '../shape';
import { expectReviewName, type ReviewName } from './resource-names';

/** What a customer wrote about a location. */
export interface BusinessReview extends ReviewName {
  readonly reviewer: Reviewer;
  /** 1 to 5 stars; null when Google names none. */
  readonly rating: number | null;
  /** Empty when the customer gave stars only. */
  readonly comment: string;
  /** As Google wrote it, with up to nine digits of a second. */
  readonly createTime: string;
  /** Moves when the customer edits the review; to be compared by {@link compareTimestamps}. */
  readonly updateTime: string;
  readonly reply: ReviewReply | null;
}

/** Who wrote a review, as far as they want to be known. */
export interface Reviewer {
  readonly displayName: string;
  readonly profilePhotoUrl: string;
  readonly isAnonymous: boolean;
}

/** What the merchant replied. */
export interface ReviewReply {
  readonly comment: string;
  /** Null when Google names none. */
  readonly updateTime: string | null;
  /** `APPROVED`, `PENDING`, `REJECTED`; empty where Google is silent. */
  readonly state: string;
}

const STARS: Readonly<Record<string, number | null>> = {
  STAR_RATING_UNSPECIFIED: null,
  ONE: 1,
  TWO: 2,
  THREE: 3,
  FOUR: 4,
  FIVE: 5,
};

/** Validates and reads a review; `parent` is its location, for responses without the name of the review. */
export function readReview(value: unknown, where: string, parent: string): BusinessReview {
  const review = expectObject(value, where);
  const { reviewReply } = review;
  return {
    ...readName(review, where, parent),
    reviewer: readReviewer(review.reviewer, `${where}.reviewer`),
    rating: readStars(review.starRating, `${where}.starRating`),
    comment: optionalString(review.comment, `${where}.comment`),
    createTime: expectTimestamp(review.createTime, `${where}.createTime`),
    updateTime: expectTimestamp(review.updateTime, `${where}.updateTime`),
    reply: reviewReply === undefined ? null : readReply(reviewReply, `${where}.reviewReply`),
  };
}

function readName({ name, reviewId }: Fields, where: string, parent: string): ReviewName {
  if (name !== undefined) return expectReviewName(name, `${where}.name`);
  const id = expectString(reviewId, `${where}.reviewId`);
  return expectReviewName(`${parent}/reviews/${id}`, `${where}.reviewId`);
}

function readStars(word: unknown, where: string): number | null {
  // Protocol buffers leave the first value of an enumeration out.
  if (word === undefined) return null;
  const name = expectString(word, where);
  const stars = Object.hasOwn(STARS, name) ? STARS[name] : undefined;
  if (stars === undefined) throw unexpected(where, 'one of ONE to FIVE', word);
  return stars;
}

function readReviewer(value: unknown, where: string): Reviewer {
  const reviewer = value === undefined ? {} : expectObject(value, where);
  return {
    displayName: optionalString(reviewer.displayName, `${where}.displayName`),
    profilePhotoUrl: optionalString(reviewer.profilePhotoUrl, `${where}.profilePhotoUrl`),
    isAnonymous: expectBoolean(reviewer.isAnonymous, `${where}.isAnonymous`),
  };
}

function readReply(value: unknown, where: string): ReviewReply {
  const { comment, updateTime, reviewReplyState } = expectObject(value, where);
  return {
    comment: optionalString(comment, `${where}.comment`),
    updateTime:
      updateTime === undefined ? null : expectTimestamp(updateTime, `${where}.updateTime`),
    state: optionalString(reviewReplyState, `${where}.reviewReplyState`),
  };
}
