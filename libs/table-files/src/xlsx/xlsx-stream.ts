import { type Readable } from 'node:stream';
import { type Table } from '../table';
import { type WallClock } from '../wall-clock';
import { workbookParts } from './workbook-parts';
import { ZipStream } from './zip-stream';

/** The size of a sheet in Excel. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;

/**
 * A table as a workbook of Excel, written while it is read. Rows that do not fit on a sheet follow
 * on the next one.
 */
export function xlsxStream(table: Table, clock: WallClock, mostRows = MOST_ROWS): Readable {
  const { length } = table.columns;
  if (length > MOST_COLUMNS) {
    throw new RangeError(`A sheet has at most ${MOST_COLUMNS} columns, the table ${length}`);
  }
  return new ZipStream(workbookParts(table, mostRows, clock));
}
