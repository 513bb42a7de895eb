import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { SocketCatchUp } from './socket-catch-up';
import { RealtimeGateway } from './realtime.gateway';
import { SocketAuthenticator } from './socket-authenticator';
import { Subscriber } from './subscriber';

/** Serves live events to sockets: only in roles api and all. */
@Module({
  imports: [AuthModule],
  providers: [SocketCatchUp, RealtimeGateway, SocketAuthenticator, Subscriber],
})
export class RealtimeModule {}
