import { type Table, type TableRow } from './table';

/** Reads the rows of a table once, for several consumers in turn. */
export class RowReader {
  private readonly batches: AsyncIterator<readonly TableRow[], unknown>;
  private readonly width: number;
  private batch: readonly TableRow[] = [];
  private isOver = false;

  constructor({ rows, columns }: Table) {
    this.batches = rows[Symbol.asyncIterator]() as AsyncIterator<readonly TableRow[], unknown>;
    this.width = columns.length;
  }

  /** Whether there is a row to take; waits for the next batch when the last one is used up. */
  async hasMore(): Promise<boolean> {
    while (this.batch.length === 0 && !this.isOver) await this.pull();
    return this.batch.length > 0;
  }

  /** What is left of the batch, but not more rows than wanted. */
  take(most = Infinity): readonly TableRow[] {
    const taken = this.batch.slice(0, most);
    this.batch = this.batch.slice(taken.length);
    return taken;
  }

  /** Closes the source, unless it was read to its end. */
  async close(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    await this.batches.return?.();
  }

  private async pull(): Promise<void> {
    // A source that fails has closed itself.
    this.isOver = true;
    const next = await this.batches.next();
    if (next.done) return;
    this.isOver = false;
    this.batch = next.value;
    const tooLong = this.batch.find(({ length }) => length > this.width);
    if (tooLong) {
      throw new RangeError(`A row has ${tooLong.length} cells, the table ${this.width} columns`);
    }
  }
}
