import { type Redis } from 'ioredis';

/** The callbacks for a channel. */
export interface GrantListener {
  /** A message was published. */
  onGrantMessage(message: string): void;
  /** Subscribed: from now on no message is missed; earlier ones may have been. */
  listening(): void;
}

/** After which idle time the operating system probes the connection. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Subscribes, on a connection of its own, to the grants that other processes publish for this one.
 */
export class GrantSubscriber {
  private readonly listeners = new Map<string, GrantListener>();
  private readonly open = new Set<string>();
  private connection: Redis | undefined;

  constructor(private readonly redis: Redis) {}

  /** Subscribes until {@link close}; reconnects by itself. */
  listen(channel: string, listener: GrantListener): void {
    this.listeners.set(channel, listener);
    this.connection ??= this.connect();
    if (this.connection.status === 'ready') void this.subscribe(this.connection, channel);
  }

  /** Whether a message published now would be received. */
  isListening(channel: string): boolean {
    return this.open.has(channel);
  }

  /** Closes the connection. */
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
    // The shared connection goes to the same Redis and already logs that it is unavailable.
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
