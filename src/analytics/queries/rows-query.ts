import { type SortOrder } from '@tributary/common';
import { containsText } from '@tributary/mongo';
import { instantRangeOf, type QueryRange, type RangeQuery } from '@tributary/periods';
import { type RowQuery } from '../../sheet-crawler';
import { searchText } from '../metrics/metric-reader';
import { inRange } from './row-scan';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { unsupported } from './query-range';

/** Which rows are requested, and in which order. */
export interface RowsQuery extends RangeQuery {
  readonly search?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order: SortOrder;
}

/** The rows of a request as a store query. Text of a user is never a pattern there. */
export function rowsQuery(
  type: SheetTypeStrategy,
  { range, clock }: QueryRange,
  { search = '', sort_by, sort_order }: RowsQuery,
): RowQuery {
  const direction = sort_order === 'asc' ? 1 : -1;
  return {
    match: { ...inRange(range, instantRangeOf(range, clock)), ...containing(search) },
    sort:
      sort_by === undefined
        ? { row_number: direction, row_id: direction }
        : { ...sortOf(type, sort_by, direction), row_number: 1, row_id: 1 },
  };
}

function containing(search: string): object {
  return search === '' ? {} : containsText('facts.search', searchText(search));
}

function sortOf(
  { kind, sortFields }: SheetTypeStrategy,
  field: string,
  direction: 1 | -1,
): Record<string, 1 | -1> {
  switch (Object.hasOwn(sortFields, field) ? sortFields[field] : undefined) {
    case 'number':
      return {
        [`facts.amounts.${field}.whole`]: direction,
        [`facts.amounts.${field}.millionths`]: direction,
      };
    case 'date':
      return { 'facts.at': direction };
    case 'text':
      return { [`data.${field}`]: direction };
    case undefined: {
      const known = Object.keys(sortFields).join(', ');
      throw unsupported(
        `Sorting by '${field}' not supported for sheet type '${kind}'. Sort by one of: ${known}`,
      );
    }
  }
}
