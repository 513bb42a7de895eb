export { LiveEventsModule } from './live-events.module';
export { RealtimeGateway } from './realtime.gateway';
export { RealtimeModule } from './realtime.module';
export { SocketServerAdapter } from './socket-server.adapter';
