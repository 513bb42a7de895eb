/** The value of a cell. A `Date` is written as the wall clock of the table's time zone shows it. */
export type TableCell = string | number | boolean | Date | null;

/** The cells of a row, in the order of the columns. Those missing at its end are empty. */
export type TableRow = readonly TableCell[];

/** A column and its header. */
export interface TableColumn {
  readonly name: string;
}

/** What is written to a file. Its rows come in batches, and are requested as the file is read. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly TableRow[]>;
  /** An IANA time zone, or an offset such as `+07:00` or `GMT+07:00`. */
  readonly timeZone: string;
}
