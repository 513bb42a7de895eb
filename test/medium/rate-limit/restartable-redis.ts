import { PrivateRedis } from '@tributary/redis';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A Redis of the test's own that can be stopped and started again under the same address: behind
 * a door that knows where it is today, and its password.
 */
export class RestartableRedis {
  private redis: PrivateRedis | undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly folder: string,
    private readonly door: Server,
  ) {
    door.on('connection', (socket: Socket) => this.letIn(socket));
  }

  static async start(folder: string): Promise<RestartableRedis> {
    const door = createServer();
    const redis = new RestartableRedis(folder, door);
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    await redis.resume();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.door.address() as AddressInfo).port}`;
  }

  /** Starts it again, with what it has on disk. */
  async resume(): Promise<void> {
    this.redis = await PrivateRedis.start({ folder: this.folder });
  }

  async stop(): Promise<void> {
    await this.redis?.stop();
    this.redis = undefined;
  }

  async end(): Promise<void> {
    this.door.close();
    await this.stop();
    for (const socket of this.sockets) socket.destroy();
  }

  private letIn(socket: Socket): void {
    const { port, password } = new URL(this.redis?.url ?? 'redis://:x@127.0.0.1:1');
    const inner = connect(Number(port), '127.0.0.1', () => inner.write(`AUTH ${password}\r\n`));
    inner.once('data', () => {
      socket.pipe(inner);
      inner.pipe(socket);
    });
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
    }
  }
}
