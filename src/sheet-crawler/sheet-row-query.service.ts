import { Injectable } from '@nestjs/common';
import { type RowShelf } from './model/row-shelf';
import { type ShownRow } from './model/stored-row';
import {
  type RowMatch,
  type RowQuery,
  SheetRowQueryRepository,
} from './sheet-row-query.repository';

export { type RowMatch, type RowQuery, type RowShelf, type ShownRow };

/** Lets other features ask about rows of sheets; every question names its connection and shape. */
@Injectable()
export class SheetRowQueryService {
  constructor(private readonly rows: SheetRowQueryRepository) {}

  /** What stages make of the rows that match, as a stream. */
  aggregate<T>(
    shelf: RowShelf,
    match: RowMatch,
    stages: readonly object[],
    deadlineMs?: number,
  ): AsyncIterable<T> {
    return this.rows.aggregate<T>(shelf, match, stages, deadlineMs);
  }

  count(shelf: RowShelf, match: RowMatch): Promise<number> {
    return this.rows.count(shelf, match);
  }

  find(shelf: RowShelf, query: RowQuery, offset: number, limit: number): Promise<ShownRow[]> {
    return this.rows.find(shelf, query, offset, limit);
  }

  /** All rows of a query, as a stream. */
  stream(shelf: RowShelf, query: RowQuery): AsyncIterable<ShownRow> {
    return this.rows.stream(shelf, query);
  }

  /** The different values of something that is stored beside the rows with these ids. */
  factsOf(shelf: RowShelf, rowIds: readonly number[], fact: string): Promise<unknown[]> {
    return this.rows.factsOf(shelf, rowIds, fact);
  }

  /** Whether there is any row of a shape. */
  exists(shelf: RowShelf): Promise<boolean> {
    return this.rows.exists(shelf);
  }
}
