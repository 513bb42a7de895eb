import { NO_CELLS, type Row, type RowReader, type RowStore } from './rows';

/** Rows in memory. The list is copied on the first change after somebody took a snapshot. */
export class ArrayRows implements RowStore {
  private shared = false;

  constructor(private rows: Row[] = []) {}

  get height(): number {
    return this.rows.length;
  }

  row(index: number): Row {
    return this.rows[index] ?? NO_CELLS;
  }

  replace(index: number, row: Row): void {
    const rows = this.owned();
    while (rows.length < index) rows.push(NO_CELLS);
    rows[index] = row;
  }

  /** Puts rows in, or takes some away, and moves all below. */
  splice(start: number, deleted: number, added: readonly Row[]): void {
    const rows = this.owned();
    while (rows.length < start) rows.push(NO_CELLS);
    this.rows = [...rows.slice(0, start), ...added, ...rows.slice(start + deleted)];
  }

  snapshot(): RowReader {
    this.shared = true;
    const { rows } = this;
    return { height: rows.length, row: (index) => rows[index] ?? NO_CELLS };
  }

  copy(): ArrayRows {
    this.shared = true;
    const copy = new ArrayRows(this.rows);
    copy.shared = true;
    return copy;
  }

  private owned(): Row[] {
    if (this.shared) {
      this.rows = this.rows.slice();
      this.shared = false;
    }
    return this.rows;
  }
}
