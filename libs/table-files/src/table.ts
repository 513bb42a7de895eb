/** What a cell holds. A `Date` is a moment, written as the clock of the table's time zone shows it. */
export type TableCell = string | number | boolean | Date | null;

/** The cells of a row, in the order of the columns. Those missing at its end are empty. */
export type TableRow = readonly TableCell[];

/** A column and what its header says. */
export interface TableColumn {
  readonly name: string;
}

/** What is written to a file. Its rows come in batches, and are asked for as the file is read. */
export interface Table {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: AsyncIterable<readonly TableRow[]>;
  /** An IANA time zone, or an offset such as `+07:00` or `GMT+07:00`. */
  readonly timeZone: string;
}
