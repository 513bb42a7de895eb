import { Global, Module } from '@nestjs/common';
import { LiveEvents } from '@tributary/common';
import { EventStream } from './event-stream';
import { LiveChannel } from './live-channel';
import { RedisLiveEvents } from './redis-live-events';
import './realtime.errors';

/** Lets every process, whatever its role, publish live events. */
@Global()
@Module({
  providers: [EventStream, LiveChannel, { provide: LiveEvents, useClass: RedisLiveEvents }],
  exports: [EventStream, LiveChannel, LiveEvents],
})
export class LiveEventsModule {}
