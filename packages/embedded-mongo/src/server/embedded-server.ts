import {
  CommandRunner,
  commandRegistry,
  dropTemporaryCollections,
  type ServerState,
} from '../commands';
import { CursorRegistry, type CursorLimits } from '../cursors';
import { Engine, type OrderedStore } from '../engine';
import { deadlineBudget } from '../stream';
import { Listener } from '../wire';

/** How a server listens and keeps house. */
export interface ServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The address to bind to; loopback unless told otherwise. */
  readonly host?: string;
  /** Milliseconds between two removals of expired documents; a minute by default. */
  readonly ttlIntervalMs?: number;
  readonly cursors?: CursorLimits;
  /** Told of failures that are no client's doing: a bug, a full disk. */
  readonly onInternalError?: (error: unknown) => void;
}

const LOOPBACK = '127.0.0.1';
const DEFAULT_TTL_INTERVAL_MS = 60_000;
const CURSOR_SWEEP_MS = 30_000;

/** A server on a store: listens, runs commands, lets documents and cursors expire. */
export class EmbeddedServer implements ServerState {
  readonly startedAt = new Date();
  readonly cursors: CursorRegistry;
  private readonly listener: Listener;
  private readonly cursorSweep: NodeJS.Timeout;
  private ttlTimer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private readonly sweepBudget = deadlineBudget();
  private boundPort = 0;
  private readonly host: string;
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly engine: Engine,
    private readonly options: ServerOptions,
  ) {
    this.host = options.host ?? LOOPBACK;
    this.cursors = new CursorRegistry(options.cursors);
    this.listener = new Listener(
      new CommandRunner(commandRegistry(), this, options.onInternalError),
    );
    this.cursorSweep = setInterval(() => this.cursors.expireIdle(), CURSOR_SWEEP_MS).unref();
  }

  /** Opens the store's collections and starts to listen. The server closes the store in the end. */
  static async start(store: OrderedStore, options: ServerOptions = {}): Promise<EmbeddedServer> {
    const engine = Engine.open(store);
    const server = new EmbeddedServer(engine, options);
    try {
      await dropTemporaryCollections(engine);
      server.boundPort = await server.listener.listen(options.port ?? 0, server.host);
    } catch (error) {
      clearInterval(server.cursorSweep);
      await engine.close();
      throw error;
    }
    server.setTtlInterval(options.ttlIntervalMs ?? DEFAULT_TTL_INTERVAL_MS);
    return server;
  }

  get port(): number {
    return this.boundPort;
  }

  /** The connection string for drivers. */
  get url(): string {
    return `mongodb://${this.address()}`;
  }

  address(): string {
    const host = this.host.includes(':') ? `[${this.host}]` : this.host;
    return `${host}:${this.boundPort}`;
  }

  connectionCounts(): { current: number; totalCreated: number } {
    return this.listener.counts();
  }

  setTtlInterval(milliseconds: number): void {
    clearInterval(this.ttlTimer);
    this.ttlTimer = setInterval(() => this.sweepExpired(), milliseconds).unref();
  }

  /** Closes the connections, waits for what is under way, then closes the store. */
  stop(): Promise<void> {
    return (this.stopping ??= this.shutDown());
  }

  private async shutDown(): Promise<void> {
    clearInterval(this.ttlTimer);
    clearInterval(this.cursorSweep);
    await this.listener.close();
    this.cursors.close();
    this.sweepBudget.kill();
    await this.sweeping;
    await this.engine.close();
  }

  private sweepExpired(): void {
    if (this.sweeping) return;
    this.sweeping = this.engine
      .expire(this.sweepBudget)
      .then(
        () => undefined,
        (error: unknown) => this.reportUnlessStopping(error),
      )
      .finally(() => (this.sweeping = undefined));
  }

  private reportUnlessStopping(error: unknown): void {
    if (!this.stopping) this.options.onInternalError?.(error);
  }
}
