import { PrivateRedis } from '@tributary/redis';
import { Redis } from 'ioredis';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { throwAwayFolder } from './environment';

const PASSWORD = 'known-before-and-after-a-restart';

/**
 * A Redis of one's own, behind a line that can be cut. Its address stays the same over restarts of
 * the server, which keeps its data.
 */
export class DistantRedis {
  private readonly open = new Set<Socket>();
  private isCut = false;

  private constructor(
    private server: PrivateRedis,
    private readonly folder: string,
    private readonly line = createServer(),
  ) {
    line.on('connection', (near) => this.join(near));
  }

  static async start(): Promise<DistantRedis> {
    const folder = throwAwayFolder();
    const redis = new DistantRedis(await startServer(folder), folder);
    redis.line.listen(0, '127.0.0.1');
    await once(redis.line, 'listening');
    running.push(redis);
    return redis;
  }

  /** The address over the line. */
  get url(): string {
    const { port } = this.line.address() as AddressInfo;
    return `redis://:${PASSWORD}@127.0.0.1:${port}`;
  }

  /** The address beside the line, good until the next restart. */
  get directUrl(): string {
    return `redis://:${PASSWORD}@${new URL(this.server.url).host}`;
  }

  /** Ends every connection over the line and lets no new one through. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.open) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async restart(): Promise<void> {
    await this.server.stop();
    this.server = await startServer(this.folder);
  }

  /** Stops answering, without a word, until it is continued. */
  freeze(): void {
    process.kill(this.server.pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(this.server.pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    this.cut();
    this.line.close();
    this.thaw();
    await this.server.stop();
  }

  private join(near: Socket): void {
    if (this.isCut) return void near.destroy();
    const far = connect(Number(new URL(this.server.url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  }
}

async function startServer(folder: string): Promise<PrivateRedis> {
  const server = await PrivateRedis.start({ folder });
  const redis = new Redis(server.url);
  await redis.config('SET', 'requirepass', PASSWORD);
  redis.disconnect();
  return server;
}

const running: DistantRedis[] = [];

afterAll(async () => {
  await Promise.all(running.splice(0).map((redis) => redis.stop()));
});
