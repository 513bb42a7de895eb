import {
  type DynamicModule,
  Inject,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Redis } from 'ioredis';
import { connectRedis } from './connect-redis';

/** Makes one shared Redis connection available everywhere, injectable as ioredis' `Redis`. */
@Module({})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(Redis) private readonly redis: Redis) {}

  /** Connects to the Redis at a URL. */
  static forRoot(url: string): DynamicModule {
    return {
      module: RedisModule,
      global: true,
      providers: [
        { provide: Redis, useFactory: () => connectRedis(url, new Logger(RedisModule.name)) },
      ],
      exports: [Redis],
    };
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
