import { BusinessEmulation } from '../business/business-emulation';
import { type ReviewDefinition } from '../business/definition';
import { callRoute, type TestCall } from './call-route';
import { StandingClock } from './standing-clock';

/** Who may see everything. */
export const MAI = 'mai@shop.test';
const START = Date.UTC(2026, 10, 10, 2, 15, 31, 123);
/** The refusal of what is not there, or not to be seen. */
export const NOT_FOUND = { code: 404, message: 'Requested entity was not found.' };
/** The reviews of the first location. */
export const REVIEWS = '/v4/accounts/101/locations/501/reviews';

/** A page of reviews. */
export interface ReviewList {
  reviews?: { reviewId: string; starRating: string }[];
  averageRating?: number;
  totalReviewCount?: number;
  nextPageToken?: string;
}

const review = (index: number): ReviewDefinition => ({
  reviewId: `r${index}`,
  reviewer: { displayName: 'Trần B' },
  stars: 1 + (index % 5),
  createTime: START - index * 60_000,
});

/** Two accounts with three locations and one, of which the first has so many reviews. */
export function setUp(count = 0): {
  clock: StandingClock;
  business: BusinessEmulation;
  call: <T = ReviewList>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    as?: string,
  ) => Promise<T>;
} {
  const clock = new StandingClock(START);
  const business = new BusinessEmulation({ clock });
  business.add({
    id: '101',
    accountName: 'Chain',
    type: 'LOCATION_GROUP',
    members: [MAI],
    locations: [
      { id: '501', title: 'One', reviews: Array.from({ length: count }, (_, i) => review(i)) },
      { id: '502', title: 'Two', reviews: [review(1_000), review(1_001), review(1_002)] },
      { id: '503', title: 'Unverified', reviews: [review(0)], verified: false },
    ],
  });
  business.add({
    id: '102',
    accountName: 'Other',
    type: 'LOCATION_GROUP',
    members: [MAI],
    locations: [{ id: '504', title: 'Four', reviews: [] }],
  });
  const call = async <T>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    as = MAI,
  ): Promise<T> => {
    const test: TestCall = { as, body };
    return (await callRoute(business, method, path, test)).body as T;
  };
  return { clock, business, call };
}
