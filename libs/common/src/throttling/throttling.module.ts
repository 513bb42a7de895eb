import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '@tributary/config';
import { RequestThrottlerGuard } from './request-throttler.guard';
import { WindowCounter } from './window-counter';
import { WindowCounterModule } from './window-counter.module';
import { WindowThrottlerStorage } from './window-throttler.storage';

/** Throttles every route that does not say `@SkipThrottle()`. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      imports: [WindowCounterModule],
      inject: [Config, WindowCounter],
      useFactory: (config: Config, counter: WindowCounter) => ({
        throttlers: [{ ttl: config.THROTTLE_WINDOW_SECONDS * 1000, limit: config.THROTTLE_LIMIT }],
        storage: new WindowThrottlerStorage(counter),
      }),
    }),
  ],
  providers: [{ provide: APP_GUARD, useClass: RequestThrottlerGuard }],
})
export class ThrottlingModule {}
