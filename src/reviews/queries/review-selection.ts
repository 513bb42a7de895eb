import { foldText, type SortOrder } from '@tributary/common';
import { containsText } from '@tributary/mongo';
import { instantRangeOf, type QueryRange, type RangeQuery } from '@tributary/periods';
import { type CacheParameter } from '@tributary/query-cache';
import { type ReviewSort } from './review-names';
import { type PlaceQuery } from './review-place.service';
import { type ReviewSelection } from './review-query.repository';

/** Which reviews are requested, and in which order. */
export interface ReviewFilter extends RangeQuery, PlaceQuery {
  readonly rating?: readonly number[] | undefined;
  readonly replied?: boolean | undefined;
  readonly language?: string | undefined;
  readonly deleted: boolean;
  readonly q?: string | undefined;
  readonly sort_by: ReviewSort;
  readonly sort_order: SortOrder;
}

/** The reviews of a request as a query of the store. Text of a user is never a pattern there. */
export function reviewSelection(
  filter: ReviewFilter,
  { range, clock }: QueryRange,
  locations: readonly string[] | null,
): ReviewSelection {
  const { rating, replied, language, deleted, q = '', sort_by, sort_order } = filter;
  const { from, before } = instantRangeOf(range, clock);
  const created = {
    ...(from === null ? {} : { $gte: from }),
    ...(before === null ? {} : { $lt: before }),
  };
  return {
    match: {
      deleted_at: deleted ? { $ne: null } : null,
      ...((from ?? before) ? { created_at: created } : {}),
      ...(locations === null ? {} : { location: oneOf(locations) }),
      ...(rating === undefined ? {} : { rating: oneOf(rating) }),
      ...(replied === undefined ? {} : { reply: replied ? { $ne: null } : null }),
      ...(language === undefined ? {} : { language: { $eq: language } }),
      ...(q === '' ? {} : containsText('search', foldText(q))),
    },
    sort: sortOf(sort_by, sort_order === 'asc' ? 1 : -1),
  };
}

/** All that a filter depends on, beside the days. */
export function filterParameters(filter: ReviewFilter): Record<string, CacheParameter> {
  const { account, location, rating, replied, language, deleted, q, sort_by, sort_order } = filter;
  return {
    account: account ?? null,
    location: location ?? null,
    rating: rating === undefined ? null : [...new Set(rating)].sort().join(),
    replied: replied === undefined ? null : String(replied),
    language: language ?? null,
    deleted: String(deleted),
    q: q ?? '',
    sort_by,
    sort_order,
  };
}

function oneOf<T>(values: readonly T[]): object {
  const [only] = values;
  return values.length === 1 ? { $eq: only } : { $in: [...values] };
}

function sortOf(by: ReviewSort, direction: 1 | -1): Record<string, 1 | -1> {
  switch (by) {
    case 'created':
      return { created_at: direction, _id: direction };
    case 'updated':
      return { updated_at: direction, _id: direction };
    case 'rating':
      return { rating: direction, created_at: direction, _id: direction };
  }
}
