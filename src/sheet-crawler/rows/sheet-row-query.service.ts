import { Injectable } from '@nestjs/common';
import { type RowSetKey } from './row-set-key';
import { type ShownRow } from './stored-row';
import {
  type RowCondition,
  type RowQuery,
  SheetRowQueryRepository,
} from './sheet-row-query.repository';

export { type RowCondition, type RowQuery, type RowSetKey, type ShownRow };

/** Lets other features ask about rows of sheets; every question names its connection and shape. */
@Injectable()
export class SheetRowQueryService {
  constructor(private readonly rows: SheetRowQueryRepository) {}

  /** What stages make of the rows that match, as a stream. */
  aggregate<T>(
    rowSet: RowSetKey,
    match: RowCondition,
    stages: readonly object[],
    deadlineMs?: number,
  ): AsyncIterable<T> {
    return this.rows.aggregate<T>(rowSet, match, stages, deadlineMs);
  }

  count(rowSet: RowSetKey, match: RowCondition): Promise<number> {
    return this.rows.count(rowSet, match);
  }

  find(rowSet: RowSetKey, query: RowQuery, offset: number, limit: number): Promise<ShownRow[]> {
    return this.rows.find(rowSet, query, offset, limit);
  }

  /** All rows of a query, as a stream. */
  stream(rowSet: RowSetKey, query: RowQuery): AsyncIterable<ShownRow> {
    return this.rows.stream(rowSet, query);
  }

  /** The different values of something that is stored beside the rows with these ids. */
  factsOf(rowSet: RowSetKey, rowIds: readonly number[], fact: string): Promise<unknown[]> {
    return this.rows.factsOf(rowSet, rowIds, fact);
  }

  /** Whether there is any row of a shape. */
  exists(rowSet: RowSetKey): Promise<boolean> {
    return this.rows.exists(rowSet);
  }
}
