import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Module,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { MongooseModule } from '@nestjs/mongoose';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { configuredQuotas } from './configured-quotas';
import { MongoUsageJournal } from './mongo-usage-journal.repository';
import { FeatureQuotas, type Quota } from './quota';
import { RateLimiter, type RateLimiterOptions } from './rate-limiter';
import { RateLimitUsage, RateLimitUsageSchema } from './schemas/rate-limit-usage.schema';
import { UsageJournal } from './usage-journal';
import './rate-limit.errors';

/** Makes one {@link RateLimiter} available everywhere, on the shared Redis and MongoDB. */
@Module({})
export class RateLimitModule implements BeforeApplicationShutdown {
  constructor(private readonly limiter: RateLimiter) {}

  /** With the quotas that features register, and their configured limits. */
  static forRoot(): DynamicModule {
    return withLimiter({
      provide: RateLimiter,
      inject: [Redis, UsageJournal, Config, DiscoveryService],
      useFactory: (
        redis: Redis,
        journal: UsageJournal,
        config: Config,
        discovery: DiscoveryService,
      ) =>
        new RateLimiter({
          redis,
          journal,
          ...configuredQuotas(quotasOfFeatures(discovery), config),
          redisPrefix: config.REDIS_PREFIX,
          safetyFactor: config.RATE_LIMIT_SAFETY_FACTOR,
        }),
    });
  }

  /**
   * Registers the quotas of a feature. Import it in one module of the feature: a process with a
   * quota that is registered twice, or whose variable is missing, does not start.
   */
  static forFeature(quotas: readonly Quota[]): DynamicModule {
    return {
      module: FeatureQuotasModule,
      providers: [{ provide: FeatureQuotas, useValue: new FeatureQuotas(quotas) }],
    };
  }

  /** With explicit policies. */
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

/** Only holds what was registered; the limiter itself is closed once, by its own module. */
@Module({})
class FeatureQuotasModule {}

/** The quotas of all features: they are registered before the first provider is created. */
export function quotasOfFeatures(discovery: DiscoveryService): Quota[] {
  return discovery
    .getProviders()
    .map(({ instance }: { instance: unknown }) => instance)
    .filter((instance) => instance instanceof FeatureQuotas)
    .flatMap(({ quotas }) => quotas);
}

function withLimiter(limiter: Provider): DynamicModule {
  return {
    module: RateLimitModule,
    global: true,
    imports: [
      DiscoveryModule,
      MongooseModule.forFeature([{ name: RateLimitUsage.name, schema: RateLimitUsageSchema }]),
    ],
    providers: [{ provide: UsageJournal, useClass: MongoUsageJournal }, limiter],
    exports: [RateLimiter],
  };
}
