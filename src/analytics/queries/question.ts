import { type ZonedCalendar } from '@tributary/time-zones';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { type DayRange } from './periods/day-range';
import { type Granularity } from './periods/granularity';
import { type Sums } from '../rollups/sums';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';

/** What is asked about the rows of a connection. */
export interface Question {
  readonly snapshot: AnalyticsSnapshot;
  readonly type: SheetTypeStrategy;
  /** The clock by which days are meant. */
  readonly clock: ZonedCalendar;
  readonly range: DayRange;
  /** By what rows are told apart: nothing, the values of a field, or periods. */
  readonly by: null | { readonly field: string } | { readonly granularity: Granularity };
}

/** What rows add up to. */
export interface AggregatedValues {
  /** By value, or by the first day of the period. */
  readonly groups: ReadonlyMap<string, Sums>;
  /** Rows that have no value in the field. */
  readonly without: Sums;
  /** Rows without a moment, where one is needed. */
  readonly undated: number;
}

/** Whether rows without a moment cannot take part. */
export function needsMoment({ range, by }: Pick<Question, 'range' | 'by'>): boolean {
  return range.from !== null || range.to !== null || (by !== null && 'granularity' in by);
}

/** The field by whose values rows are told apart. */
export function fieldOf({ by }: Pick<Question, 'by'>): string | null {
  return by !== null && 'field' in by ? by.field : null;
}
