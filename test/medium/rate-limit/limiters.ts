import { Logger } from '@nestjs/common';
import {
  limitsOf,
  type Permit,
  type QuotaSnapshot,
  RateLimiter,
  type RateLimiterOptions,
} from '@tributary/rate-limit';
import { connectRedis } from '@tributary/redis';
import { type Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../factories/eventually';
import { MemoryUsageJournal } from './memory-usage-journal';

const limiters: RateLimiter[] = [];
const connections: Redis[] = [];

// Tests take stores away; what is logged then is not what they are about.
beforeAll(() => {
  Logger.overrideLogger(false);
});

afterEach(async () => {
  await Promise.all(limiters.splice(0).map((limiter) => limiter.close()));
  for (const connection of connections.splice(0)) connection.disconnect();
});

/** A connection as the application has it, closed after the test. */
export async function openRedis(url = process.env.REDIS_URL ?? ''): Promise<Redis> {
  const redis = await connectRedis(url, new Logger());
  connections.push(redis);
  return redis;
}

/** A policy that no other test uses. */
export function newPolicy(): string {
  return `test:${randomUUID()}`;
}

/** What a test says of a limiter; the rest is chosen for short tests. */
export interface Scene extends Partial<Omit<RateLimiterOptions, 'policies' | 'redis'>> {
  policy: string;
  limits: string;
  redisUrl?: string;
}

/** A limiter with a connection of its own, as one more process would have. */
export async function openLimiter({
  policy,
  limits,
  redisUrl,
  ...rest
}: Scene): Promise<RateLimiter> {
  const limiter = new RateLimiter({
    redis: await openRedis(redisUrl),
    journal: new MemoryUsageJournal(),
    safetyFactor: 1,
    ...rest,
    policies: { [policy]: limitsOf(limits) },
  });
  limiters.push(limiter);
  return limiter;
}

/** How one key stands. */
export async function stateOf(limiter: RateLimiter, key: string): Promise<QuotaSnapshot> {
  const state = (await limiter.snapshot()).find((snapshot) => snapshot.key === key);
  if (!state) throw new Error(`There is nothing about ${key}`);
  return state;
}

/** Resolves when so many wait for a key. */
export async function waitersReach(
  limiter: RateLimiter,
  key: string,
  count: number,
): Promise<void> {
  await eventually(
    `${count} wait for ${key}`,
    async () => (await stateOf(limiter, key)).waiters === count,
  );
}

/** So many permits, one after the other. */
export async function hold(limiter: RateLimiter, key: string, count: number): Promise<Permit[]> {
  const permits: Permit[] = [];
  while (permits.length < count) permits.push(await limiter.acquire(key));
  return permits;
}
