import { type LiveEvent } from '@tributary/contracts';
import { type Socket } from 'socket.io-client';

/** What was heard of syncs up to a moment. */
export interface Heard {
  /** How many syncs have completed. */
  readonly syncs: number;
  /** How many rows they wrote. */
  readonly rows: number;
  /** When the last one was heard of, by `performance.now()`. */
  readonly at: number;
}

const NOTHING: Heard = { syncs: 0, rows: 0, at: 0 };

/** Hears how the syncs of any number of owners end. A sync that fails ends the benchmark. */
export class SyncCompletionFeed {
  private heard = NOTHING;
  private failure: Error | undefined;
  private look: () => void = () => undefined;
  /** Is told how many rows a sync has written up to now. */
  onProgress: (done: number) => void = () => undefined;

  constructor(private readonly signal: AbortSignal) {}

  /** Hears what an owner is told. */
  listenTo(socket: Socket): void {
    socket.on('sheet:sync:progress', ({ done }: LiveEvent<'sheet:sync:progress'>) =>
      this.onProgress(done),
    );
    socket.on('sheet:sync:completed', ({ result }: LiveEvent<'sheet:sync:completed'>) => {
      const { syncs, rows } = this.heard;
      const more = result.rows_written ?? 0;
      this.heard = { syncs: syncs + 1, rows: rows + more, at: performance.now() };
      this.look();
    });
    socket.on('sheet:sync:failed', ({ error }: LiveEvent<'sheet:sync:failed'>) =>
      this.fail(new Error(`a sync failed: ${error.code}, ${error.message}`)),
    );
    socket.on('disconnect', (reason) => {
      if (reason !== 'io client disconnect') this.fail(new Error(`a socket was closed: ${reason}`));
    });
  }

  /** How many syncs have completed. */
  get count(): number {
    return this.heard.syncs;
  }

  /** Begins to count anew. */
  forget(): void {
    this.heard = NOTHING;
  }

  /** Resolves when so many syncs have completed since, to what was heard; they must have written so many rows. */
  async completed(syncs: number, rows: number): Promise<Heard> {
    let giveUp: () => void = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.look = () => {
          if (this.failure) reject(this.failure);
          else if (this.heard.syncs >= syncs) resolve();
        };
        giveUp = () => reject(this.signal.reason as Error);
        this.signal.addEventListener('abort', giveUp);
        this.look();
      });
    } finally {
      this.signal.removeEventListener('abort', giveUp);
    }
    const { heard } = this;
    if (heard.syncs === syncs && heard.rows === rows) return heard;
    throw new Error(`${heard.syncs} syncs wrote ${heard.rows} rows, not ${syncs} and ${rows}`);
  }

  private fail(reason: Error): void {
    this.failure ??= reason;
    this.look();
  }
}
