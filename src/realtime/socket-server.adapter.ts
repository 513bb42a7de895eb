import { type INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { type IncomingMessage, type Server as HttpServer } from 'node:http';
import { type Duplex } from 'node:stream';
import { Server, type ServerOptions } from 'socket.io';
import { MetricsService } from '../operations';
import { isOriginAllowed } from './origin';

const MOST_BYTES = 64 * 1024;
const CONNECT_DEADLINE_MS = 10_000;
const PING_INTERVAL_MS = 25_000;
const PING_DEADLINE_MS = 20_000;

/** Opens the socket server with its limits, and closes it without waiting for clients. */
export class SocketServerAdapter extends IoAdapter {
  private readonly upgraded = new Set<Duplex>();
  private readonly origins: readonly string[];
  private readonly work: InFlightTracker;
  private readonly metrics: MetricsService;

  constructor(app: INestApplication) {
    super(app);
    this.origins = app.get(Config).CORS_ORIGINS;
    this.work = app.get(InFlightTracker);
    this.metrics = app.get(MetricsService, { strict: false });
    const server = app.getHttpServer() as HttpServer;
    server.on('upgrade', (_request, socket: Duplex) => {
      this.upgraded.add(socket);
      socket.once('close', () => this.upgraded.delete(socket));
    });
  }

  override createIOServer(_port: number, options?: ServerOptions): Server {
    const server = new Server(this.httpServer as HttpServer, {
      ...options,
      serveClient: false,
      cors: { origin: [...this.origins] },
      allowRequest: (request, decide) => this.allow(request, decide),
      maxHttpBufferSize: MOST_BYTES,
      perMessageDeflate: false,
      connectTimeout: CONNECT_DEADLINE_MS,
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_DEADLINE_MS,
    });
    this.metrics.watchSockets(() => server.engine.clientsCount);
    return server;
  }

  /** Connections that were upgraded are beyond the HTTP server, which would wait for their peers. */
  override async close(server: Server): Promise<void> {
    for (const socket of this.upgraded) socket.destroy();
    await super.close(server);
  }

  /** Rejected here, and not at the handshake, a client reconnects by itself. */
  private allow(
    request: IncomingMessage,
    decide: (reason: string | null, isAllowed: boolean) => void,
  ): void {
    if (this.work.isDraining) decide('This process is shutting down. Connect again.', false);
    else if (isOriginAllowed(request, this.origins)) decide(null, true);
    else decide('Pages of this origin may not connect. See CORS_ORIGINS.', false);
  }
}
