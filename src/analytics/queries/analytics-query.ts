import { type Granularity, type QueryRange } from '@tributary/periods';
import { type CacheParameter, type QueryResult } from '@tributary/query-cache';
import { type Sums } from '../rollups/sums';
import { type AnalyticsContext } from './analytics-context.service';

/**
 * A query over the rows of a connection: which rows, how they are grouped, and what is computed
 * from the groups.
 */
export interface AnalyticsQuery extends AnalyticsContext, QueryRange {
  /** Nothing, the values of a field, or periods. */
  readonly groupBy: null | { readonly field: string } | { readonly granularity: Granularity };
  /** What the response depends on, beside range and data. */
  readonly parameters: Readonly<Record<string, CacheParameter>>;
  respond(values: AggregatedValues): QueryResult;
}

/** The part of a query that its endpoint defines. */
export type QueryDefinition = Pick<AnalyticsQuery, 'groupBy' | 'parameters' | 'respond'>;

/** The part of a query that the store evaluates. */
export type RowSelection = Pick<
  AnalyticsQuery,
  'snapshot' | 'type' | 'range' | 'clock' | 'groupBy'
>;

/** What rows add up to. */
export interface AggregatedValues {
  /** By value, or by the first day of the period. */
  readonly groups: ReadonlyMap<string, Sums>;
  /** Rows that have no value in the field. */
  readonly without: Sums;
  /** Rows without a date, where one is needed. */
  readonly undated: number;
}

/** Whether rows without a date cannot take part. */
export function needsDate({ range, groupBy }: Pick<RowSelection, 'range' | 'groupBy'>): boolean {
  return range.from !== null || range.to !== null || (groupBy !== null && 'granularity' in groupBy);
}

/** The field by whose values rows are grouped. */
export function fieldOf({ groupBy }: Pick<RowSelection, 'groupBy'>): string | null {
  return groupBy !== null && 'field' in groupBy ? groupBy.field : null;
}
