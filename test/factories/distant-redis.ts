import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { throwAwayFolder } from './environment';
import { RestartableRedis } from './restartable-redis';

/**
 * A Redis of one's own, behind a line that can be cut. Its address stays the same over restarts of
 * the server, which keeps its data.
 */
export class DistantRedis {
  private readonly open = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: RestartableRedis,
    private readonly line = createServer(),
  ) {
    line.on('connection', (near) => this.join(near));
  }

  static async start(): Promise<DistantRedis> {
    const redis = new DistantRedis(await RestartableRedis.start(throwAwayFolder()));
    redis.line.listen(0, '127.0.0.1');
    await once(redis.line, 'listening');
    running.push(redis);
    return redis;
  }

  /** The address over the line. */
  get url(): string {
    const url = new URL(this.directUrl);
    url.port = String((this.line.address() as AddressInfo).port);
    return url.href;
  }

  /** The address beside the line. */
  get directUrl(): string {
    return this.server.url;
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
    await this.server.start();
  }

  /** Stops answering, without a word, until it is continued. */
  freeze(): void {
    this.server.freeze();
  }

  thaw(): void {
    this.server.thaw();
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

const running: DistantRedis[] = [];

afterAll(async () => {
  await Promise.all(running.splice(0).map((redis) => redis.stop()));
});
