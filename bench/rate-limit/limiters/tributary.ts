import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MongoModule } from '@tributary/mongo';
import { limitsOf, RateLimiter, RateLimitModule } from '@tributary/rate-limit';
import { RedisModule } from '@tributary/redis';
import { type Limiter, type SharedQuota } from './limiter';

@Module({})
class QuotaModule {}

/** As the application has it, with its journal in MongoDB. */
export async function openTributary(quota: SharedQuota): Promise<Limiter> {
  const { redisUrl, mongoUrl, key, permitted, windowMs } = quota;
  const policies = { [key]: limitsOf(`window ${permitted}/${windowMs / 1_000}s`) };
  const app = await NestFactory.createApplicationContext(
    {
      module: QuotaModule,
      imports: [
        RedisModule.forRoot(redisUrl),
        MongoModule.forRoot(mongoUrl),
        // The others have no share of the quota left unused either.
        RateLimitModule.forPolicies({ policies, safetyFactor: 1 }),
      ],
    },
    { logger: ['error'] },
  );
  const limiter = app.get(RateLimiter);
  return {
    run: (work) => limiter.run(key, 1, {}, work),
    close: () => app.close(),
  };
}
