import { type PrivateRedis } from '../../libs/redis/src/private-server';

/** What the global setup hands to the global teardown. */
export type TestBackends = typeof globalThis & {
  tributaryTestRedis?: { redis: PrivateRedis; folder: string };
};
