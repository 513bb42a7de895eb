import { Module } from '@nestjs/common';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { CacheConnection } from './cache-connection';

/** Provides the connection that all caches share. Needs `Redis` and `Config` from global modules. */
@Module({
  providers: [
    {
      provide: CacheConnection,
      inject: [Redis, Config],
      useFactory: (redis: Redis, config: Config) => new CacheConnection(redis, config),
    },
  ],
  exports: [CacheConnection],
})
export class QueryCacheModule {}
