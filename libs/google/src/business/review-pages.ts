import { expectArray, expectCount, expectNumber, expectObject, expectString } from '../shape';
import { type BusinessReview, readReview } from './business-review';
import { type BusinessPage, readNextPageToken } from './page';
import { expectLocationId } from './resource-names';

/** A page of the reviews of one location. */
export interface ReviewPage extends BusinessPage {
  readonly reviews: readonly BusinessReview[];
  /** How many the location has, on all pages; 0 when Google leaves it out. */
  readonly totalReviewCount: number;
  /** Of all reviews of the location; undefined when Google leaves it out, as for no reviews. */
  readonly averageRating: number | undefined;
}

/** A page of the reviews of many locations, without totals. */
export interface ReviewBatchPage extends BusinessPage {
  readonly reviews: readonly BusinessReview[];
}

/** Validates and reads a page of a location's reviews. The response for a location without reviews may be `{}`. */
export function readReviewPage(answer: unknown, location: string, pageToken?: string): ReviewPage {
  const page = expectObject(answer, 'the reviews');
  const { averageRating } = page;
  return {
    reviews: expectArray(page.reviews, 'reviews').map((review) =>
      readReview(review, 'reviews[]', location),
    ),
    totalReviewCount: expectCount(page.totalReviewCount, 'totalReviewCount'),
    averageRating:
      averageRating === undefined ? undefined : expectNumber(averageRating, 'averageRating'),
    nextPageToken: readNextPageToken(page.nextPageToken, pageToken),
  };
}

/** Validates and reads a page of batchGetReviews, a flat list over its locations. */
export function readReviewBatch(answer: unknown, pageToken?: string): ReviewBatchPage {
  const { locationReviews, nextPageToken } = expectObject(answer, 'the reviews');
  return {
    reviews: expectArray(locationReviews, 'locationReviews').map((value) => {
      const entry = expectObject(value, 'locationReviews[]');
      expectLocationId(entry.name, 'locationReviews[].name');
      const parent = expectString(entry.name, 'locationReviews[].name');
      return readReview(entry.review, 'locationReviews[].review', parent);
    }),
    nextPageToken: readNextPageToken(nextPageToken, pageToken),
  };
}
