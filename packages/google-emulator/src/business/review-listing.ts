import { makePageToken, type PageTokenPart, readPageToken } from '../paging/page-token';
import { type BusinessLocation } from './business-directory';
import { invalidInt32, invalidInV4, locationNotVerified } from './business-errors';
import { type ReviewDefinition } from './definition';
import { REVIEW_ORDERS, type ReviewOrder } from './review-store';
import { hashOf, type ReviewKey } from './review-index';
import { isVerified, locationName, reviewResource } from './resources';
import { type BusinessScenario } from './scenario';

const MAX_PAGE = 50;

/** A page of a list of reviews, and which one it is. */
export interface ListedPage {
  readonly body: unknown;
  readonly page: number;
}

/** Where a page begins: from the start, behind a review, or behind so many of them. */
interface Start {
  readonly page: number;
  readonly after?: ReviewKey | number;
}

/** Answers reviews.list of a location. */
export function listReviews(
  location: BusinessLocation,
  query: URLSearchParams,
  scenario: BusinessScenario,
): ListedPage {
  const size = pageSize(query.get('pageSize') ?? '');
  const order = reviewOrder(query.get('orderBy') ?? '');
  const key = ['reviews', locationName(location), order];
  const { page, after } = startOf(key, query.get('pageToken') ?? '');
  const { count, averageRating } = location.reviews;
  if (count === 0) {
    const zeros = { reviews: [], averageRating: 0, totalReviewCount: 0 };
    return { body: scenario.emptyLocation === 'zeros' ? zeros : {}, page };
  }
  const { reviews, next } =
    scenario.pages === 'by-offset' || typeof after === 'number'
      ? location.reviews.slice(order, typeof after === 'number' ? after : 0, size)
      : location.reviews.page(order, after, size);
  const shown = reviews.filter((review) => isShown(review, order, page, scenario));
  const nextParts = typeof next === 'object' ? keyParts(next) : next === undefined ? [] : [next];
  const body = {
    ...(shown.length > 0 && {
      reviews: shown.map((review) => reviewResource(location, review, scenario)),
    }),
    averageRating,
    totalReviewCount: count,
    ...(next !== undefined && { nextPageToken: makePageToken(key, [page + 1, ...nextParts]) }),
  };
  return { body, page };
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
export function reviewKey(parts: readonly PageTokenPart[], token: string): ReviewKey {
  const [stars, time, index] = parts;
  if (typeof stars !== 'number' || typeof time !== 'number' || typeof index !== 'number') {
    throw invalidInV4('page_token', 'Invalid page token.', token);
  }
  return { stars, time, index };
}

/** What a page token holds of a place in an order. */
export function keyParts({ stars, time, index }: ReviewKey): readonly number[] {
  return [stars, time, index];
}

function startOf(key: readonly unknown[], token: string): Start {
  if (token === '') return { page: 1 };
  const [page, ...parts] = readPageToken(key, token) ?? [];
  if (typeof page !== 'number') throw invalidInV4('page_token', 'Invalid page token.', token);
  const [offset] = parts;
  if (parts.length === 1 && typeof offset === 'number') return { page, after: offset };
  return { page, after: reviewKey(parts, token) };
}

function isShown(
  { reviewId }: ReviewDefinition,
  order: ReviewOrder,
  page: number,
  { reviewsOnlyOnFirstPage: onlyFirst, loseEvery }: BusinessScenario,
): boolean {
  const isSilent = typeof onlyFirst === 'boolean' ? onlyFirst : onlyFirst.includes(order);
  if (page > 1 && isSilent) return false;
  return loseEvery === 0 || hashOf(`${order} ${reviewId}`) % loseEvery !== 0;
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
