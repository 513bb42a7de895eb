/**
 * The target size of a response: large ones save requests and need memory. Google recommends 2 MB
 * for responses of bare values; ours have every cell twice.
 */
const WANTED_LENGTH = 4_000_000;
const MOST_ROWS = 10_000;
/** The most rows of any sheet. */
export const FIRST_ROWS = 2_000;

/** Decides how many rows to request at a time, from the sizes of previous responses. */
export class ChunkSize {
  private most = MOST_ROWS;

  constructor(private current = FIRST_ROWS) {}

  /** How many rows to request next. */
  get rows(): number {
    return this.current;
  }

  /** Records the size of a response. */
  learn(rows: number, length: number): void {
    if (rows === 0) return;
    const fitting = Math.floor(WANTED_LENGTH / (length / rows));
    this.current = Math.max(1, Math.min(this.most, fitting));
  }

  /** Records that a response was too large. */
  halve(): void {
    this.most = Math.max(1, Math.floor(this.current / 2));
    this.current = this.most;
  }

  /** Records that Google timed out; returns whether fewer rows are worth a try. */
  settleForLess(): boolean {
    if (this.current <= FIRST_ROWS) return false;
    this.most = FIRST_ROWS;
    this.current = FIRST_ROWS;
    return true;
  }
}
