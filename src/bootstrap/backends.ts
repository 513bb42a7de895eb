import { type LoggerService } from '@nestjs/common';
import { type Environment } from '@tributary/config';
import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { resolve } from 'node:path';
import { type AppEnvironment } from '../app.module';

/** What the application connects to, and what of it this process has to stop again. */
export interface Backends {
  environment: AppEnvironment;
  /** Rejects when something that was started here ends by itself. */
  broken: Promise<never>;
  stop(): Promise<void>;
}

/** One backend: where it is and, when it was started here, how to stop it and how it may end. */
interface Backend {
  url: string;
  stop?: () => Promise<void>;
  /** Resolves with the reason when it has ended. */
  ended?: Promise<string>;
}

/** Starts what the environment does not name: the application itself only ever sees URLs. */
export async function startBackends(
  environment: Environment,
  logger: LoggerService,
): Promise<Backends> {
  const redis = await startRedis(environment, logger);
  const mongo = await startMongo(environment, logger).catch(async (error: unknown) => {
    await redis.stop?.();
    throw error;
  });
  const backends = [redis, mongo];

  let isStopping = false;
  const broken = new Promise<never>((_, reject) => {
    for (const { ended } of backends) {
      void ended?.then((reason) => !isStopping && reject(new Error(reason)));
    }
  });
  return {
    environment: { ...environment, REDIS_URL: redis.url, MONGODB_URL: mongo.url },
    broken,
    stop: async () => {
      isStopping = true;
      await Promise.all(backends.map(async ({ stop }) => stop?.()));
    },
  };
}

async function startRedis(environment: Environment, logger: LoggerService): Promise<Backend> {
  if (environment.REDIS_URL !== undefined) return { url: environment.REDIS_URL };
  const redis = await PrivateRedis.start({
    folder: resolve(environment.DATA_DIR, 'redis'),
    log: (line) => void logger.log(line, 'PrivateRedis'),
  });
  return {
    url: redis.url,
    stop: () => redis.stop(),
    ended: redis.exited.then(
      ({ code, signal }) =>
        `The private redis-server ended by itself (${signal ?? `code ${code}`})`,
    ),
  };
}

async function startMongo(environment: Environment, logger: LoggerService): Promise<Backend> {
  if (environment.MONGODB_URL !== undefined) return { url: environment.MONGODB_URL };
  const mongo = await EmbeddedMongo.start({ folder: resolve(environment.DATA_DIR, 'mongo') });
  logger.log(`The embedded MongoDB listens at ${mongo.url}`, 'EmbeddedMongo');
  return {
    url: `${mongo.url}/tributary`,
    stop: () => mongo.stop(),
    ended: mongo.exited.then(
      (error) => `The embedded MongoDB ended by itself (${error?.message ?? 'no reason given'})`,
    ),
  };
}
