import { Injectable } from '@nestjs/common';
import { type ThrottlerStorage } from '@nestjs/throttler';
import { WindowCounter } from './window-counter';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Keeps the counts of @nestjs/throttler in the {@link WindowCounter}. */
@Injectable()
export class WindowThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly counter: WindowCounter) {}

  async increment(key: string, windowMs: number, limit: number): Promise<StorageRecord> {
    const { count, remainingMs } = await this.counter.hit(`request:${key}`, windowMs);
    const seconds = Math.ceil(remainingMs / 1000);
    return {
      totalHits: count,
      timeToExpire: seconds,
      isBlocked: count > limit,
      timeToBlockExpire: seconds,
    };
  }
}
