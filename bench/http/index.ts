import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Benchmark, type BenchmarkContext, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { startServer } from '../harness/server';
import { load, type LoadSample } from './load';

/** A route behind everything: it is logged, measured, throttled in Redis and opened by a key. */
const PATH = '/api/v1/internal/ping';
const READY = '/health/live';
const INTERNAL_API_KEY = randomBytes(32).toString('base64');
const ROUNDS = { warmUp: 2, counted: 7 };
const ROUND_LIMIT_MS = 30_000;
const LOAD = { requests: 2_000, concurrency: 16 };

/** The compiled program: a benchmark runs from dist/bench. */
const TRIBUTARY = join(__dirname, '../../src/main.js');
const BARE_NEST = join(__dirname, 'bare-server.js');

/** What Tributary adds to a request. */
export const benchmark: Benchmark = {
  name: 'http',
  title: `What the HTTP stack costs: GET ${PATH} of Tributary against a bare Nest application`,

  async run(context) {
    context.progress('starting Tributary and a bare Nest application');
    const tributary = await startTributary(context);
    const bare = await startBareNest(context);
    const round = (url: URL) => (): Promise<LoadSample> => {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(ROUND_LIMIT_MS)]);
      const headers = { 'X-API-Key': INTERNAL_API_KEY };
      return load({ url: new URL(PATH, url), headers, ...LOAD, signal });
    };
    const medians = await measure(
      { tributary: round(tributary), bare: round(bare) },
      { ...ROUNDS, onRound: (number, of) => context.progress(`round ${number} of ${of}`) },
    );
    return [
      figure({
        name: 'throughput',
        value: medians.tributary.requestsPerSecond,
        unit: 'requests/s',
        baseline: 'bare Nest',
        baselineValue: medians.bare.requestsPerSecond,
        target: { atLeast: 0.3 },
      }),
      figure({
        name: 'p99 latency',
        value: medians.tributary.p99Ms,
        unit: 'ms',
        baseline: 'bare Nest',
        baselineValue: medians.bare.p99Ms,
        target: { atMost: 5 },
      }),
    ];
  },
};

async function startTributary(context: BenchmarkContext): Promise<URL> {
  const redis = await PrivateRedis.start({ folder: join(context.folder, 'redis') });
  context.defer(() => redis.stop());
  const mongo = await EmbeddedMongo.start({ folder: join(context.folder, 'mongo') });
  context.defer(() => mongo.stop());
  return startServer(context, {
    name: 'tributary',
    script: TRIBUTARY,
    readyPath: READY,
    env: (port) => ({
      NODE_ENV: 'production',
      ROLE: 'api',
      PORT: String(port),
      REDIS_URL: redis.url,
      MONGODB_URL: `${mongo.url}/tributary`,
      DATA_DIR: join(context.folder, 'data'),
      // All the load comes from one address, and has to get through.
      THROTTLE_LIMIT: '1000000',
      ...secrets(),
    }),
  });
}

function startBareNest(context: BenchmarkContext): Promise<URL> {
  return startServer(context, {
    name: 'bare-nest',
    script: BARE_NEST,
    args: (port) => [String(port)],
    readyPath: READY,
    env: () => ({ NODE_ENV: 'production' }),
  });
}

/** Production takes no default ones. */
function secrets(): Record<string, string> {
  const random = (): string => randomBytes(32).toString('base64');
  return {
    JWT_SECRET: random(),
    INTERNAL_API_KEY,
    ENCRYPTION_KEYS: `bench:${random()}`,
  };
}
