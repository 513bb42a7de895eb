import { type Readable } from 'node:stream';
import { csvStream } from './csv/csv-stream';
import { type Table } from './table';
import { WallClock } from './wall-clock';
import { xlsxStream } from './xlsx/xlsx-stream';

/** The formats that a table can be written in; each is also the extension of its files. */
export const TABLE_FORMATS = ['csv', 'xlsx'] as const;

/** A format that a table can be written in. */
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A file that is made while it is read. */
export interface TableFile {
  readonly contentType: string;
  /** Without the dot. */
  readonly extension: string;
  readonly content: Readable;
}

interface TableWriter {
  readonly contentType: string;
  readonly write: (table: Table, clock: WallClock) => Readable;
}

const WRITERS: Readonly<Record<TableFormat, TableWriter>> = {
  csv: { contentType: 'text/csv; charset=utf-8', write: csvStream },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsxStream,
  },
};

/**
 * A table as a file. Rows are requested no faster than the content is read; when they fail, the
 * content is destroyed with their error, and when the content is destroyed, their iterator is
 * closed. An unknown time zone, or more columns than the format has, is a `RangeError` at once; a
 * row with more cells than columns one of the content.
 */
export function tableFile(format: TableFormat, table: Table): TableFile {
  const { contentType, write } = WRITERS[format];
  const content = write(table, new WallClock(table.timeZone));
  return { contentType, extension: format, content };
}
