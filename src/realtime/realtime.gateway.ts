import { Logger } from '@nestjs/common';
import {
  type OnGatewayConnection,
  type OnGatewayInit,
  WebSocketGateway,
  WebSocketServer,
} from '@nestjs/websockets';
import { toDomainError } from '@tributary/common';
import { SocketCatchUp } from './socket-catch-up';
import { type LiveServer, type LiveSocket } from './live-socket';
import { SocketAuthenticator } from './socket-authenticator';
import { disconnectAtExpiry } from './token-expiry';

/** Serves live events to the sockets of their users. Clients send no messages. */
@WebSocketGateway()
export class RealtimeGateway implements OnGatewayInit, OnGatewayConnection {
  @WebSocketServer() private readonly server: LiveServer;
  private readonly logger = new Logger(RealtimeGateway.name);

  constructor(
    private readonly authenticator: SocketAuthenticator,
    private readonly catchUp: SocketCatchUp,
  ) {}

  afterInit(server: LiveServer): void {
    server.use((socket, next) => {
      this.authenticator.authenticate(socket).then(
        () => next(),
        (error: unknown) => next(refusal(error)),
      );
    });
    this.catchUp.serve(server);
  }

  handleConnection(socket: LiveSocket): void {
    disconnectAtExpiry(socket);
    this.catchUp.add(socket).catch((error: unknown) => {
      this.logger.error({ err: error, msg: 'Event subscription of a socket failed' });
    });
  }

  /** Closes every connection in a way that makes clients connect again, to another process. */
  closeAll(): void {
    this.server.engine.close();
  }
}

/** What a client gets as its `connect_error`. */
function refusal(thrown: unknown): Error {
  const { code, message } = toDomainError(thrown);
  return Object.assign(new Error(message), { data: { code } });
}
