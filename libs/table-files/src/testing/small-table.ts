import { type Table, type TableRow } from '../table';
import { CountedRows } from './counted-rows';

/** A table whose rows are known, in batches of a given size. */
export function smallTable(
  columns: readonly string[],
  rows: readonly TableRow[],
  { name = 'Table', timeZone = 'UTC', batchRows = 2 } = {},
): Table {
  const batches = new CountedRows((number) => {
    const start = (number - 1) * batchRows;
    return start < rows.length ? rows.slice(start, start + batchRows) : undefined;
  });
  return { name, timeZone, columns: columns.map((each) => ({ name: each })), rows: batches };
}
