import { DomainError } from '@tributary/common';
import {
  type QueryRange,
  rangeParameters,
  type RangeQuery,
  toQueryRange,
} from '@tributary/periods';
import { type CacheParameter } from '@tributary/query-cache';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';

/** What of a connection decides about days. */
interface DatedSheet {
  readonly snapshot: AnalyticsSnapshot;
  readonly type: SheetTypeStrategy;
}

/** The days of a request, if they are any and the sheet knows days. */
export function queryRange({ snapshot, type }: DatedSheet, query: RangeQuery): QueryRange {
  const isLimited = query.date_from !== undefined || query.date_to !== undefined;
  if (isLimited && type.dateField === null) {
    throw unsupported(`Date filter not supported for sheet type '${type.kind}'`);
  }
  return toQueryRange(query, snapshot.time_zone);
}

/** What every response depends on, beside the version of the data and the query's own parameters. */
export function commonParameters(
  { type }: DatedSheet,
  range: QueryRange,
): Record<string, CacheParameter> {
  // The type of a sheet that was never synced can change without a new version.
  return { ...rangeParameters(range), sheet_type: type.kind };
}

/** A query that sheets of a type do not support. */
export function unsupported(detail: string): DomainError {
  return new DomainError('UNSUPPORTED_FOR_SHEET_TYPE', { detail });
}
