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
   * Few rows are expected: all rows to the end of the grid are requested at once. If they are too
   * many, they are read in chunks.
   */
  readonly tail: boolean;
  /** How many rows are requested first, when not all at once. */
  readonly firstRows?: number | undefined;
  /** The most rows in a chunk. */
  readonly chunkRows: number;
}
