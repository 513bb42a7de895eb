import { type ColumnSpan } from './a1';

/** Rows to be read. */
export interface RowRequest {
  readonly tab: string;
  /** The first row that is wanted, from 1. */
  readonly fromRow: number;
  readonly columns: ColumnSpan;
  /** The row with the headers, which comes with the first rows. */
  readonly headerRow?: number | undefined;
  /**
   * Few rows are expected: all that there are to the end of the grid are asked for at once. It
   * turns into reading in chunks when they are many after all.
   */
  readonly tail: boolean;
  /** How many rows are asked for first, where not all are at once. */
  readonly firstRows?: number | undefined;
  /** The most rows that are given at a time. */
  readonly chunkRows: number;
}
