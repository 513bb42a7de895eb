import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Module,
  type Provider,
} from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { MongoUsageJournal } from './mongo-usage-journal.repository';
import { configuredAddresses, CONFIGURED_FLIGHTS, configuredPolicies } from './quota-policy';
import { RateLimiter, type RateLimiterOptions } from './rate-limiter';
import { RateLimitUsage, RateLimitUsageSchema } from './schemas/rate-limit-usage.schema';
import { UsageJournal } from './usage-journal';

/** Makes one {@link RateLimiter} available everywhere, on the shared Redis and MongoDB. */
@Module({})
export class RateLimitModule implements BeforeApplicationShutdown {
  constructor(private readonly limiter: RateLimiter) {}

  /** With the policies that configuration names. */
  static forRoot(): DynamicModule {
    return withLimiter({
      provide: RateLimiter,
      inject: [Redis, UsageJournal, Config],
      useFactory: (redis: Redis, journal: UsageJournal, config: Config) =>
        new RateLimiter({
          redis,
          journal,
          policies: configuredPolicies(config),
          flights: CONFIGURED_FLIGHTS,
          addresses: configuredAddresses(config),
          redisPrefix: config.REDIS_PREFIX,
          safetyFactor: config.RATE_LIMIT_SAFETY_FACTOR,
        }),
    });
  }

  /** With policies of one's own. */
  static forPolicies(quotas: Omit<RateLimiterOptions, 'redis' | 'journal'>): DynamicModule {
    return withLimiter({
      provide: RateLimiter,
      inject: [Redis, UsageJournal],
      useFactory: (redis: Redis, journal: UsageJournal) =>
        new RateLimiter({ redis, journal, ...quotas }),
    });
  }

  /** Before the shared connections close, so that what was answered can still be counted. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.limiter.close();
  }
}

function withLimiter(limiter: Provider): DynamicModule {
  return {
    module: RateLimitModule,
    global: true,
    imports: [
      MongooseModule.forFeature([{ name: RateLimitUsage.name, schema: RateLimitUsageSchema }]),
    ],
    providers: [{ provide: UsageJournal, useClass: MongoUsageJournal }, limiter],
    exports: [RateLimiter],
  };
}
