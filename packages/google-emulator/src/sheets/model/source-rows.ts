import { type RowSource } from '../definition';
import { ArrayRows } from './array-rows';
import { NO_CELLS, type Row, type RowReader, type RowStore } from './rows';

/** So many generated rows can be turned into rows in memory, which moving rows needs. */
export const MAX_MATERIALISED_ROWS = 200_000;

/** Generated rows; what was written since lies over them row by row. */
export class SourceRows implements RowStore {
  private shared = false;
  private end: number;

  constructor(
    private readonly source: RowSource,
    private written = new Map<number, Row>(),
    end = source.count,
  ) {
    this.end = end;
  }

  get height(): number {
    return this.end;
  }

  row(index: number): Row {
    return read(this.source, this.written, index);
  }

  replace(index: number, row: Row): void {
    if (this.shared) this.written = new Map(this.written);
    this.shared = false;
    this.written.set(index, row);
    this.end = Math.max(this.end, index + 1);
  }

  snapshot(): RowReader {
    this.shared = true;
    const { source, written } = this;
    return { height: this.end, row: (index) => read(source, written, index) };
  }

  copy(): SourceRows {
    return new SourceRows(this.source, new Map(this.written), this.end);
  }

  /** The same rows in memory. */
  materialised(): ArrayRows {
    if (this.end > MAX_MATERIALISED_ROWS) {
      throw new Error(
        `Rows of a tab with ${this.end} generated rows cannot be moved. Define a RowSource of at most ${MAX_MATERIALISED_ROWS} rows, or a new spreadsheet in which the rows stand where you want them.`,
      );
    }
    return new ArrayRows(Array.from({ length: this.end }, (_, index) => this.row(index)));
  }
}

function read(source: RowSource, written: ReadonlyMap<number, Row>, index: number): Row {
  return written.get(index) ?? (index < source.count ? source.row(index) : NO_CELLS);
}
