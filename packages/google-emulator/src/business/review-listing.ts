import { makePageToken, readPageToken } from '../paging/page-token';
import { type BusinessLocation } from './business-directory';
import { invalidInt32, invalidInV4, locationNotVerified } from './business-errors';
import { REVIEW_ORDERS, type ReviewOrder } from './review-store';
import { type ReviewKey } from './review-index';
import { isVerified, locationName, reviewResource } from './resources';
import { type BusinessScenario } from './scenario';

const MAX_PAGE = 50;

/** Answers reviews.list of a location. */
export function listReviews(
  location: BusinessLocation,
  query: URLSearchParams,
  scenario: BusinessScenario,
): unknown {
  const size = pageSize(query.get('pageSize') ?? '');
  const order = reviewOrder(query.get('orderBy') ?? '');
  const key = ['reviews', locationName(location), order];
  const token = query.get('pageToken') ?? '';
  const after = token === '' ? undefined : reviewKey(readPageToken(key, token), token);
  const { count, averageRating } = location.reviews;
  if (count === 0 && scenario.emptyLocation === 'zeros') {
    return { reviews: [], averageRating: 0, totalReviewCount: 0 };
  }
  if (count === 0) return {};
  const page = location.reviews.page(order, after, size);
  const isSilent = token !== '' && scenario.reviewsOnlyOnFirstPage;
  return {
    ...(page.reviews.length > 0 &&
      !isSilent && { reviews: page.reviews.map((review) => reviewResource(location, review)) }),
    averageRating,
    totalReviewCount: count,
    ...(page.next && { nextPageToken: makePageToken(key, keyParts(page.next)) }),
  };
}

/** A location whose reviews may be read. */
export function verified(location: BusinessLocation): BusinessLocation {
  if (!isVerified(location.definition)) throw locationNotVerified();
  return location;
}

/** Reads the parameter `orderBy` of reviews. */
export function reviewOrder(text: string): ReviewOrder {
  if (text === '') return 'updateTime desc';
  const order = REVIEW_ORDERS.find((known) => known === text);
  if (!order) throw invalidInV4('order_by', 'Invalid order.', text);
  return order;
}

/** The place in an order that a page token holds. */
export function reviewKey(
  parts: readonly (string | number)[] | undefined,
  token: string,
): ReviewKey {
  const [stars, time, index] = parts ?? [];
  if (typeof stars !== 'number' || typeof time !== 'number' || typeof index !== 'number') {
    throw invalidInV4('page_token', 'Invalid page token.', token);
  }
  return { stars, time, index };
}

/** What a page token holds of a place in an order. */
export function keyParts({ stars, time, index }: ReviewKey): readonly number[] {
  return [stars, time, index];
}

function pageSize(text: string): number {
  if (text === '') return MAX_PAGE;
  if (!/^-?\d{1,10}$/.test(text)) throw invalidInt32('page_size', text);
  const size = Number(text);
  if (size < 0 || size > MAX_PAGE) {
    throw invalidInV4('page_size', `Page size must be between 1 and ${MAX_PAGE}.`, text);
  }
  return size === 0 ? MAX_PAGE : size;
}
