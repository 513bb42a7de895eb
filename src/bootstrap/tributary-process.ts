import { type INestApplicationContext, Logger, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { InFlightTracker } from '@tributary/common';
import { type Environment } from '@tributary/config';
import { type Server } from 'node:http';
import { type AppEnvironment, AppModule, type Extension } from '../app.module';
import { RealtimeGateway } from '../realtime';
import { type Backends, startBackends } from './backends';
import { configureHttp } from './http-app';
import { serveOpenApi } from './openapi';

const IDLE_SWEEP_MS = 100;

/** One running Tributary: its backends and the application of its role. */
export class TributaryProcess {
  private readonly logger = new Logger(TributaryProcess.name);
  private stopping: Promise<void> | undefined;

  private constructor(
    private readonly environment: Environment,
    private readonly backends: Backends,
    private readonly app: INestApplicationContext,
    private readonly server: Server | undefined,
  ) {}

  static async start(
    environment: Environment,
    logger: LoggerService,
    extension?: Extension,
  ): Promise<TributaryProcess> {
    Logger.overrideLogger(logger);
    const backends = await startBackends(environment, logger);
    try {
      const { app, server } = await startApp(backends.environment, logger, extension);
      return new TributaryProcess(environment, backends, app, server);
    } catch (error) {
      await backends.stop();
      throw error;
    }
  }

  /** Rejects when this process cannot continue. */
  get broken(): Promise<never> {
    return this.backends.broken;
  }

  /** Where it listens, when it does. */
  get address(): string | undefined {
    const address = this.server?.address();
    if (!address || typeof address === 'string') return undefined;
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }

  /** Takes no new work, lets running work finish within the grace time, then closes everything. */
  stop(): Promise<void> {
    this.stopping ??= this.drainAndClose();
    return this.stopping;
  }

  private async drainAndClose(): Promise<void> {
    const work = this.app.get(InFlightTracker);
    this.logger.log({ msg: 'Shutting down', running: work.count });
    const sweep = this.stopListening();
    this.closeSockets();
    const report = await work.drain(this.environment.SHUTDOWN_GRACE_SECONDS * 1000);
    clearInterval(sweep);
    this.server?.closeAllConnections();
    await this.app.close();
    await this.backends.stop();
    this.logger.log({ msg: 'Shut down', ...report });
  }

  /** Connections that fall idle are closed at once, or keep-alive would hold the port. */
  private stopListening(): NodeJS.Timeout | undefined {
    const { server } = this;
    if (!server) return undefined;
    server.close();
    return setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  }

  /** Sockets are not waited for: their clients reconnect to another process and catch up there. */
  private closeSockets(): void {
    if (this.environment.ROLE === 'worker') return;
    this.app.get(RealtimeGateway, { strict: false }).closeAll();
  }
}

async function startApp(
  environment: AppEnvironment,
  logger: LoggerService,
  extension?: Extension,
): Promise<{ app: INestApplicationContext; server: Server | undefined }> {
  const { ROLE, HOST, PORT, WORKER_PORT } = environment;
  const module = AppModule.forRole(environment, extension);
  if (ROLE === 'worker' && WORKER_PORT === 0) {
    const app = await NestFactory.createApplicationContext(module, { logger, abortOnError: false });
    return { app, server: undefined };
  }
  const app = await NestFactory.create<NestExpressApplication>(module, {
    logger,
    bodyParser: false,
    abortOnError: false,
  });
  try {
    configureHttp(app);
    if (ROLE !== 'worker') serveOpenApi(app);
    await app.listen(ROLE === 'worker' ? WORKER_PORT : PORT, HOST);
    return { app, server: app.getHttpServer() };
  } catch (error) {
    await app.close();
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  const { code, address, port } = error as NodeJS.ErrnoException & {
    address: string;
    port: number;
  };
  if (code !== 'EADDRINUSE') return error;
  return new Error(
    `Port ${port} of ${address} is in use. Stop what holds it, or set PORT (WORKER_PORT for a worker) to another; 0 takes a free one.`,
  );
}
