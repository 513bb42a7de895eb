import { type TableRow } from '../table';

/** A source of rows that remembers how often it was asked, and whether it was closed. */
export class CountedRows implements AsyncIterable<readonly TableRow[]> {
  pulled = 0;
  opened = 0;
  closed = 0;

  constructor(private readonly batch: (number: number) => readonly TableRow[] | undefined) {}

  [Symbol.asyncIterator](): AsyncIterator<readonly TableRow[], undefined> {
    this.opened += 1;
    return {
      next: async () => {
        // Like a database, it does not answer in the same tick.
        await new Promise(setImmediate);
        this.pulled += 1;
        const value = this.batch(this.pulled);
        return value ? { done: false, value } : { done: true, value: undefined };
      },
      return: () => {
        this.closed += 1;
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }
}
