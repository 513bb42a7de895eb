import { awaitWithin } from './await-within';

/** Waits for news of a job; what comes between two waits ends the next one at once. */
export class NewsListener {
  private wakeUp: () => void;
  private news = this.nextNews();

  constructor(private readonly onClose: (listener: NewsListener) => void) {}

  wake(): void {
    this.wakeUp();
  }

  /** Until there are news, or that long, or until the signal is aborted. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await awaitWithin(this.news, ms, signal);
    this.news = this.nextNews();
  }

  close(): void {
    this.onClose(this);
  }

  private nextNews(): Promise<void> {
    return new Promise((resolve) => (this.wakeUp = resolve));
  }
}
