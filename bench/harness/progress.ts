/** Where progress is written: stderr, or what a test puts in its place. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const QUIET_MS = 5_000;
const START_OF_CLEARED_LINE = '\r\u001b[2K';

/**
 * One line that tells how far a long benchmark is. A terminal sees it change in place; a log
 * gets a line of its own every few seconds at most.
 */
export class Progress {
  private lastLineAt = Number.NEGATIVE_INFINITY;
  private onScreen = false;

  constructor(
    private readonly stream: ProgressStream,
    private readonly now: () => number = Date.now,
  ) {}

  /** Replaces what is shown. */
  show(text: string): void {
    if (this.stream.isTTY) {
      this.stream.write(START_OF_CLEARED_LINE + text);
      this.onScreen = true;
    } else if (this.now() - this.lastLineAt >= QUIET_MS) {
      this.stream.write(`${text}\n`);
      this.lastLineAt = this.now();
    }
  }

  /** Leaves an empty line on a terminal, for the result to begin there. */
  clear(): void {
    if (this.onScreen) this.stream.write(START_OF_CLEARED_LINE);
    this.onScreen = false;
  }
}
