import { type Redis } from 'ioredis';

/** Who listens on a channel. */
export interface GrantListener {
  /** Something was published. */
  onGrantMessage(message: string): void;
  /** From now on nothing is missed; what was published before may have been. */
  listening(): void;
}

/** Silence on a connection that lasts longer is looked into by the operating system. */
const KEEP_ALIVE_MS = 10_000;

/** A connection of its own on which a process hears what it was granted. */
export class GrantSubscriber {
  private readonly listeners = new Map<string, GrantListener>();
  private readonly open = new Set<string>();
  private connection: Redis | undefined;

  constructor(private readonly redis: Redis) {}

  /** Listens for as long as the ear is open; reconnects by itself. */
  listen(channel: string, listener: GrantListener): void {
    this.listeners.set(channel, listener);
    this.connection ??= this.connect();
    if (this.connection.status === 'ready') void this.subscribe(this.connection, channel);
  }

  /** Whether anything published now would be heard. */
  isListening(channel: string): boolean {
    return this.open.has(channel);
  }

  /** Hears nothing any more. */
  async close(): Promise<void> {
    this.listeners.clear();
    this.open.clear();
    const { connection } = this;
    this.connection = undefined;
    await connection?.quit().catch(() => connection.disconnect());
  }

  private connect(): Redis {
    const connection = this.redis.duplicate({
      lazyConnect: true,
      autoResubscribe: false,
      keepAlive: KEEP_ALIVE_MS,
    });
    connection.on('message', (channel: string, text: string) => {
      this.listeners.get(channel)?.onGrantMessage(text);
    });
    connection.on('ready', () => {
      for (const channel of this.listeners.keys()) void this.subscribe(connection, channel);
    });
    connection.on('close', () => this.open.clear());
    // The shared connection goes to the same Redis and says already that it is away.
    connection.on('error', () => undefined);
    connection.connect().catch(() => undefined);
    return connection;
  }

  private async subscribe(connection: Redis, channel: string): Promise<void> {
    try {
      await connection.subscribe(channel);
    } catch {
      if (this.listeners.size > 0) connection.disconnect(true);
      return;
    }
    const listener = this.listeners.get(channel);
    if (!listener) return;
    this.open.add(channel);
    listener.listening();
  }
}
