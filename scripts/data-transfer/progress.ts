/** Where progress is written: stderr, or a substitute in tests. */
export interface ProgressOutput {
  write(text: string): unknown;
}

const REPORT_MS = 2_000;

/** Counts the documents of one collection. */
export interface DocumentCounter {
  add: () => void;
  /** Reports that the collection is complete; returns the count. */
  end: () => number;
}

/** Reports the progress of a transfer: a line every two seconds, and one per finished collection. */
export class TransferProgress {
  constructor(
    private readonly output: ProgressOutput,
    private readonly now: () => number = Date.now,
  ) {}

  begin(namespace: string): DocumentCounter {
    const startedAt = this.now();
    let lastReport = startedAt;
    let count = 0;
    const report = (text: string): void => {
      const seconds = Math.max((this.now() - startedAt) / 1_000, 0.001);
      const rate = Math.round(count / seconds).toLocaleString('en-US');
      this.output.write(
        `${namespace}: ${count.toLocaleString('en-US')} documents ${text} (${rate}/s)\n`,
      );
    };
    return {
      add: () => {
        count += 1;
        // Reading the clock for each document would cost more than counting.
        if (count % 500 !== 0 || this.now() - lastReport < REPORT_MS) return;
        lastReport = this.now();
        report('so far');
      },
      end: () => {
        report('done');
        return count;
      },
    };
  }
}
