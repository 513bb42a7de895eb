import { type LoggerService } from '@nestjs/common';
import { type Environment } from '@tributary/config';
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

/** Starts what the environment does not name: the application itself only ever sees URLs. */
export async function startBackends(
  environment: Environment,
  logger: LoggerService,
): Promise<Backends> {
  const { REDIS_URL } = environment;
  if (REDIS_URL !== undefined) {
    const broken = new Promise<never>(() => {});
    return { environment: { ...environment, REDIS_URL }, broken, stop: () => Promise.resolve() };
  }
  const redis = await PrivateRedis.start({
    folder: resolve(environment.DATA_DIR, 'redis'),
    log: (line) => void logger.log(line, 'PrivateRedis'),
  });
  let isStopping = false;
  const broken = new Promise<never>((_, reject) => {
    void redis.exited.then(({ code, signal }) => {
      const how = signal ?? `code ${code}`;
      if (!isStopping) reject(new Error(`The private redis-server ended by itself (${how})`));
    });
  });
  return {
    environment: { ...environment, REDIS_URL: redis.url },
    broken,
    stop: () => {
      isStopping = true;
      return redis.stop();
    },
  };
}
