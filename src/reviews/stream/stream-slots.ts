import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';

const RETRY_AFTER_SECONDS = 5;

/** Counts the open streams of each user in this process. */
@Injectable()
export class StreamSlots {
  private readonly open = new Map<string, number>();

  constructor(private readonly config: Config) {}

  /** Takes a place, or refuses; gives what frees it again. */
  take(userId: string): () => void {
    const count = this.open.get(userId) ?? 0;
    if (count >= this.config.REVIEW_STREAMS_PER_USER) {
      throw new DomainError('REVIEW_STREAMS_OPEN', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.open.set(userId, count + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.free(userId);
      isTaken = false;
    };
  }

  private free(userId: string): void {
    const count = (this.open.get(userId) ?? 1) - 1;
    if (count === 0) this.open.delete(userId);
    else this.open.set(userId, count);
  }
}
