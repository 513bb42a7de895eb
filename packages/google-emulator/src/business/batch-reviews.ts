import { type ApiCall } from '../http/route';
import { makePageToken, readPageToken } from '../paging/page-token';
import { type BusinessDirectory, type BusinessLocation } from './business-directory';
import { entityNotFound, invalidInV4 } from './business-errors';
import { type ReviewKey } from './review-index';
import { keyParts, reviewKey, reviewOrder, verified } from './review-listing';
import { locationName, reviewResource } from './resources';
import { type BusinessScenario } from './scenario';

const DEFAULT_PAGE = 50;
// Google documents none; this keeps an answer in memory.
const MAX_PAGE = 5_000;
const MAX_LOCATIONS = 50;

/** Answers batchGetReviews: the reviews of many locations in one flat list, location by location. */
export function batchGetReviews(
  directory: BusinessDirectory,
  call: ApiCall,
  scenario: BusinessScenario,
): unknown {
  const body = (call.body ?? {}) as Record<string, unknown>;
  const locations = locationsOf(directory, call, body.locationNames);
  const order = reviewOrder(typeof body.orderBy === 'string' ? body.orderBy : '');
  const onlyComments = body.ignoreRatingOnlyReviews === true;
  const size = pageSize(body.pageSize);
  const query = ['batch', locations.map(locationName), order, onlyComments];
  const token = typeof body.pageToken === 'string' ? body.pageToken : '';
  let [at, after] = startOf(query, token);
  const entries: unknown[] = [];
  while (at < locations.length && entries.length < size) {
    const location = locations[at];
    if (!location) break;
    const page = location.reviews.page(order, after, size - entries.length);
    for (const review of page.reviews) {
      if (onlyComments && (review.comment ?? '') === '') continue;
      entries.push({
        name: locationName(location),
        review: reviewResource(location, review, scenario),
      });
    }
    after = page.next;
    if (!after) at += 1;
  }
  const hasMore =
    after !== undefined || locations.slice(at).some(({ reviews }) => reviews.count > 0);
  return {
    ...(entries.length > 0 && { locationReviews: entries }),
    ...(hasMore && {
      nextPageToken: makePageToken(query, [at, ...(after ? keyParts(after) : [])]),
    }),
  };
}

function startOf(query: readonly unknown[], token: string): [number, ReviewKey | undefined] {
  if (token === '') return [0, undefined];
  const [at, ...key] = readPageToken(query, token) ?? [];
  if (typeof at !== 'number') throw invalidInV4('page_token', 'Invalid page token.', token);
  return [at, key.length === 0 ? undefined : reviewKey(key, token)];
}

function locationsOf(
  directory: BusinessDirectory,
  { params, caller }: ApiCall,
  names: unknown,
): readonly BusinessLocation[] {
  const account = directory.account(params.account ?? '', caller.email);
  if (!Array.isArray(names) || names.length === 0) {
    throw invalidInV4('location_names', 'Location names are required.', '');
  }
  if (names.length > MAX_LOCATIONS) {
    throw invalidInV4('location_names', `At most ${MAX_LOCATIONS} locations.`, names.length);
  }
  return names.map((name: unknown) => {
    const match = /^accounts\/([^/]+)\/locations\/([^/]+)$/.exec(String(name));
    if (!match) throw invalidInV4('location_names', 'Invalid location name.', name);
    if (match[1] !== account.definition.id) throw entityNotFound();
    return verified(directory.locationIn(match[1], match[2] ?? '', caller.email));
  });
}

function pageSize(value: unknown): number {
  if (value === undefined || value === null || value === 0) return DEFAULT_PAGE;
  const size = Number(value);
  if (!Number.isInteger(size) || size < 0) {
    throw invalidInV4('page_size', 'Page size must be positive.', value);
  }
  return Math.min(size, MAX_PAGE);
}
