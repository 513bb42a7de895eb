import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { ClientProcess } from './client-process';
import { type SharedQuota } from './limiters/limiter';
import { Provider } from './provider';

/** How many processes share the key, one count after the other. */
export const PROCESS_COUNTS = [1, 2, 4] as const;

/** Everything that takes part: the stores, who has the quota, and those who share it. */
export interface Stage {
  stores: Pick<SharedQuota, 'redisUrl' | 'mongoUrl'>;
  provider: Provider;
  clients: readonly ClientProcess[];
}

/** Starts it, and has it ended later. */
export async function setStage(context: BenchmarkContext): Promise<Stage> {
  const redis = await PrivateRedis.start({ folder: join(context.folder, 'redis') });
  context.defer(() => redis.stop());
  const mongo = await EmbeddedMongo.start({ folder: join(context.folder, 'mongo') });
  context.defer(() => mongo.stop());
  return {
    stores: { redisUrl: redis.url, mongoUrl: `${mongo.url}/tributary` },
    provider: await Provider.start(context),
    clients: Array.from({ length: Math.max(...PROCESS_COUNTS) }, () =>
      ClientProcess.start(context),
    ),
  };
}
