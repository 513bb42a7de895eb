import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { EventFeed } from './event-feed';
import { RealtimeGateway } from './realtime.gateway';
import { SocketAdmission } from './socket-admission';
import { Subscriber } from './subscriber';

/** Serves live events to sockets: only in roles api and all. */
@Module({
  imports: [AuthModule],
  providers: [EventFeed, RealtimeGateway, SocketAdmission, Subscriber],
})
export class RealtimeModule {}
