import { isBlank, isVoid, type Cell } from './cell';

/** The cells of a row from column A on; what is missing at the end is empty. */
export type Row = readonly Cell[];

/** The row of which nothing is stored. */
export const NO_CELLS: Row = [];

/** Rows that do not change any more, for an answer that is written while others edit. */
export interface RowReader {
  /** How many rows there are from the top; all below are empty. */
  readonly height: number;
  row(index: number): Row;
}

/** The rows of a tab. Rows are replaced, never changed, so that readers keep what they saw. */
export interface RowStore extends RowReader {
  replace(index: number, row: Row): void;
  /** The rows as they are now; later changes do not show in it. */
  snapshot(): RowReader;
  /** A store of its own with the same rows. */
  copy(): RowStore;
}

/** How many cells of a row are left when the blank ones at its end are cut off. */
export function filledWidth(row: Row, from: number, to: number): number {
  let end = Math.min(to, row.length);
  while (end > from && isBlank(row[end - 1])) end -= 1;
  return Math.max(0, end - from);
}

/** Like `filledWidth`, but cells with nothing but a format or a note count. */
export function usedWidth(row: Row, from: number, to: number): number {
  let end = Math.min(to, row.length);
  while (end > from && isVoid(row[end - 1])) end -= 1;
  return Math.max(0, end - from);
}

/** The row with some cells from a column on put into it; undefined keeps what is there. */
export function overwrite(row: Row, column: number, cells: readonly Cell[]): Row {
  const copy = row.slice();
  while (copy.length < column) copy.push(null);
  cells.forEach((cell, offset) => {
    if (cell !== undefined) copy[column + offset] = cell;
    else if (copy.length <= column + offset) copy.push(null);
  });
  return copy;
}
