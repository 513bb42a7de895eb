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

/** One backend: where it is and, when it was started here, how to stop it and how it may end. */
interface Backend {
  settings: Partial<AppEnvironment>;
  stop?: () => Promise<void>;
  /** Resolves with the reason when it has ended. */
  ended?: Promise<string>;
}

/**
 * Starts the backends that the environment does not name: the application itself only gets URLs.
 * Stand-ins are imported where they are started, so that a process with real servers loads none of
 * them.
 */
export async function startBackends(
  environment: Environment,
  logger: LoggerService,
): Promise<Backends> {
  const backends: Backend[] = [];
  try {
    for (const start of [startRedis, startMongo, startGoogle]) {
      backends.push(await start(environment, logger));
    }
  } catch (error) {
    await stopAll(backends);
    throw error;
  }

  let isStopping = false;
  const broken = new Promise<never>((_, reject) => {
    for (const { ended } of backends) {
      void ended?.then((reason) => !isStopping && reject(new Error(reason)));
    }
  });
  return {
    environment: backends.reduce(
      (all, { settings }) => ({ ...all, ...settings }),
      environment,
    ) as AppEnvironment,
    broken,
    stop: async () => {
      isStopping = true;
      await stopAll(backends);
    },
  };
}

async function stopAll(backends: readonly Backend[]): Promise<void> {
  await Promise.all(backends.map(async ({ stop }) => stop?.()));
}

async function startRedis(environment: Environment, logger: LoggerService): Promise<Backend> {
  if (environment.REDIS_URL !== undefined) return { settings: {} };
  const redis = await PrivateRedis.start({
    folder: resolve(environment.DATA_DIR, 'redis'),
    log: (line) => void logger.log(line, 'PrivateRedis'),
  });
  return {
    settings: { REDIS_URL: redis.url },
    stop: () => redis.stop(),
    ended: redis.exited.then(
      ({ code, signal }) =>
        `The private redis-server ended by itself (${signal ?? `code ${code}`})`,
    ),
  };
}

async function startMongo(environment: Environment, logger: LoggerService): Promise<Backend> {
  if (environment.MONGODB_URL !== undefined) return { settings: {} };
  const { EmbeddedMongo } = await import('@tributary/embedded-mongo');
  const mongo = await EmbeddedMongo.start({ folder: resolve(environment.DATA_DIR, 'mongo') });
  logger.log(`Embedded MongoDB listens at ${mongo.url}`, 'EmbeddedMongo');
  return {
    settings: { MONGODB_URL: `${mongo.url}/tributary` },
    stop: () => mongo.stop(),
    ended: mongo.exited.then(
      (error) => `The embedded MongoDB ended by itself (${error?.message ?? 'no reason given'})`,
    ),
  };
}

/** Without Google credentials, outside of production, the emulator replaces Google. */
async function startGoogle(environment: Environment, logger: LoggerService): Promise<Backend> {
  const { ROLE, NODE_ENV, GOOGLE_SERVICE_ACCOUNT_JSON, GOOGLE_API_BASE_URL } = environment;
  const isConfigured = GOOGLE_SERVICE_ACCOUNT_JSON.length > 0 || GOOGLE_API_BASE_URL !== undefined;
  if (isConfigured || ROLE !== 'all' || NODE_ENV === 'production') return { settings: {} };
  const { addSampleData, GoogleEmulator } = await import('@tributary/google-emulator');
  const emulator = await GoogleEmulator.start();
  const { serviceAccount, oauthClient } = addSampleData(emulator);
  const { keyFile } = serviceAccount;
  logger.log(`Google emulator listens at ${emulator.url}`, 'GoogleEmulator');
  return {
    settings: {
      GOOGLE_API_BASE_URL: emulator.url,
      GOOGLE_SERVICE_ACCOUNT_JSON: [
        { email: keyFile.client_email, privateKey: keyFile.private_key },
      ],
      ...(environment.GOOGLE_OAUTH_CLIENT_ID === undefined && {
        GOOGLE_OAUTH_CLIENT_ID: oauthClient.clientId,
        GOOGLE_OAUTH_CLIENT_SECRET: oauthClient.clientSecret,
      }),
    },
    stop: () => emulator.stop(),
  };
}
