import { type RunProgress } from '@tributary/contracts';

/** The progress of one attempt: keeps the latest, and publishes it no more often than allowed. */
export class AttemptProgress {
  private latestProgress: RunProgress | null = null;
  private lastPublishedAt = 0;

  constructor(
    private readonly intervalMs: number,
    private readonly publish: (progress: RunProgress) => void,
  ) {}

  /** What the next heartbeat writes to the ledger; null before the first report. */
  get latest(): RunProgress | null {
    return this.latestProgress;
  }

  /** Called by the processor; cheap enough to be called for every item. */
  report(progress: RunProgress): void {
    this.latestProgress = progress;
    const now = performance.now();
    if (now - this.lastPublishedAt < this.intervalMs) return;
    this.lastPublishedAt = now;
    this.publish(progress);
  }
}
