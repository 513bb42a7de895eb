import Bull, { type Queue } from 'bull';

const CONCURRENCY = 5;

/** Jobs without a ledger: what Bull alone can do. */
export class BareQueue {
  private readonly queue: Queue<object>;
  private left = 0;
  private finish: () => void = () => undefined;

  constructor(redisUrl: string) {
    this.queue = new Bull('bare', redisUrl);
    void this.queue.process(CONCURRENCY, () => {
      this.left -= 1;
      if (this.left === 0) this.finish();
      return Promise.resolve();
    });
  }

  /** How many milliseconds it takes to work on so many jobs that wait in the queue. */
  async work(count: number): Promise<number> {
    await this.queue.pause();
    this.left = count;
    const done = new Promise<void>((resolve) => (this.finish = resolve));
    const opts = { removeOnComplete: true };
    await this.queue.addBulk(Array.from({ length: count }, () => ({ data: {}, opts })));
    const startedAt = performance.now();
    await this.queue.resume();
    await done;
    return performance.now() - startedAt;
  }

  async close(): Promise<void> {
    await this.queue.close();
  }
}
