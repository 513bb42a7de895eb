/**
 * How large an answer should be: large ones save requests and need memory. Google recommends 2 MB,
 * which is meant for answers of bare values; ours say everything twice.
 */
const WANTED_LENGTH = 4_000_000;
const MOST_ROWS = 10_000;
/** As many rows as any sheet can be asked for. */
export const FIRST_ROWS = 2_000;

/** How many rows to ask for at a time, learnt from the answers. */
export class ChunkSize {
  private most = MOST_ROWS;

  constructor(private current = FIRST_ROWS) {}

  /** The rows to ask for next. */
  get rows(): number {
    return this.current;
  }

  /** So many rows came in an answer of that length. */
  learn(rows: number, length: number): void {
    if (rows === 0) return;
    const fitting = Math.floor(WANTED_LENGTH / (length / rows));
    this.current = Math.max(1, Math.min(this.most, fitting));
  }

  /** The answer was larger than we can hold. */
  halve(): void {
    this.most = Math.max(1, Math.floor(this.current / 2));
    this.current = this.most;
  }

  /** Google did not manage so many; says whether fewer are worth a try. */
  settleForLess(): boolean {
    if (this.current <= FIRST_ROWS) return false;
    this.most = FIRST_ROWS;
    this.current = FIRST_ROWS;
    return true;
  }
}
