// A process that asks for permits, to be killed by the test. It is told by message what to do:
// { task, libraries, mongoUrl, redisUrl, quotas, key, count, provider }.
require('reflect-metadata');
const { join } = require('node:path');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

async function openLimiter({ libraries, mongoUrl, redisUrl, quotas }) {
  const library = (name) => require(join(libraries, name, 'src'));
  const { RateLimiter, RateLimitModule } = library('rate-limit');
  class Worker {}
  Module({
    imports: [
      library('redis').RedisModule.forRoot(redisUrl),
      library('mongo').MongoModule.forRoot(mongoUrl),
      RateLimitModule.forPolicies(quotas),
    ],
  })(Worker);
  const context = await NestFactory.createApplicationContext(Worker, { logger: false });
  return context.get(RateLimiter);
}

const tasks = {
  /** Sends requests, each under a permit. */
  async send(limiter, { key, count, provider }) {
    const one = () => limiter.run(key, 1, {}, () => fetch(provider).then((res) => res.text()));
    await Promise.all(Array.from({ length: count }, one));
  },
  /** Sends requests and never says that they were answered. */
  async hoard(limiter, { key, count, provider }) {
    const one = () => limiter.acquire(key).then(() => fetch(provider));
    await Promise.all(Array.from({ length: count }, one));
  },
  /** Waits for permits. */
  async wait(limiter, { key, count }) {
    for (let i = 0; i < count; i += 1) void limiter.acquire(key, 1, { owner: 'worker' });
  },
};

process.once('message', async (order) => {
  const limiter = await openLimiter(order);
  await tasks[order.task](limiter, order);
  process.send('done');
});
