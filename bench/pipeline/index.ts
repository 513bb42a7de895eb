import { EmbeddedMongo } from '@tributary/embedded-mongo';
import { PrivateRedis } from '@tributary/redis';
import { join } from 'node:path';
import { type Benchmark, type BenchmarkContext, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { BareQueue } from './bare-queue';
import { startPipeline, type PipelineUnderLoad } from './pipeline-under-load';

const ROUNDS = { warmUp: 1, counted: 3 };
const BULK = 10_000;
const ONE_BY_ONE = 1_000;
const WORKED = 2_000;

/** What the ledger costs, and what bulk triggers save. */
export const benchmark: Benchmark = {
  name: 'pipeline',
  title: `${BULK} runs triggered in bulk against one by one, and worked on against bare Bull jobs`,

  async run(context) {
    context.progress('starting MongoDB, Redis and the pipeline');
    const { pipeline, bare } = await start(context);
    const onRound = (number: number, of: number): void =>
      context.progress(`round ${number} of ${of}`);
    const triggered = await measure(
      {
        bulk: async () => perSecond(BULK, await pipeline.triggerInBulk(BULK)),
        single: async () => perSecond(ONE_BY_ONE, await pipeline.triggerOneByOne(ONE_BY_ONE)),
      },
      { ...ROUNDS, onRound },
    );
    const worked = await measure(
      {
        ledger: async () => perSecond(WORKED, await pipeline.work(WORKED)),
        bare: async () => perSecond(WORKED, await bare.work(WORKED)),
      },
      { ...ROUNDS, onRound },
    );
    return [
      figure({
        name: `trigger ${BULK} runs`,
        value: triggered.bulk.perSecond,
        unit: 'runs/s',
        baseline: 'one by one',
        baselineValue: triggered.single.perSecond,
        target: { atLeast: 3 },
      }),
      figure({
        name: 'work on runs',
        value: worked.ledger.perSecond,
        unit: 'runs/s',
        baseline: 'bare Bull jobs',
        baselineValue: worked.bare.perSecond,
        target: { atLeast: 0.02 },
      }),
    ];
  },
};

async function start(
  context: BenchmarkContext,
): Promise<{ pipeline: PipelineUnderLoad; bare: BareQueue }> {
  const redis = await PrivateRedis.start({ folder: join(context.folder, 'redis') });
  context.defer(() => redis.stop());
  const mongo = await EmbeddedMongo.start({ folder: join(context.folder, 'mongo') });
  context.defer(() => mongo.stop());
  const pipeline = await startPipeline(redis.url, `${mongo.url}/bench`);
  context.defer(() => pipeline.close());
  const bare = new BareQueue(redis.url);
  context.defer(() => bare.close());
  return { pipeline, bare };
}

function perSecond(count: number, ms: number): { perSecond: number } {
  return { perSecond: (count * 1000) / ms };
}
