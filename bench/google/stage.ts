import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { join } from 'node:path';
import { type BenchmarkContext } from '../harness/benchmark';
import { Emulator } from './emulator';
import { type Access } from './reader';

/** Google, and how to get at it. */
export interface Stage {
  readonly emulator: Emulator;
  readonly access: Access;
}

/** Starts everything but the readers, and has it ended later. */
export async function setStage(context: BenchmarkContext): Promise<Stage> {
  const redis = await PrivateRedis.start({ folder: join(context.folder, 'redis') });
  context.defer(() => redis.stop());
  const mongo = await EmbeddedMongo.start({ folder: join(context.folder, 'mongo') });
  context.defer(() => mongo.stop());
  const emulator = await Emulator.start(context);
  const access = {
    googleUrl: emulator.url,
    keyFile: await emulator.createAccount(),
    token: await emulator.issueToken(),
    redisUrl: redis.url,
    mongoUrl: `${mongo.url}/tributary`,
  };
  return { emulator, access };
}
