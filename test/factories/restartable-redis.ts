import { Redis } from 'ioredis';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../libs/redis/src/private-server/free-port';
import { writeRedisConfig } from '../../libs/redis/src/private-server/redis-config-file';
import { askRedis } from '../../libs/redis/src/private-server/redis-probe';
import { ServerProcess } from '../../libs/redis/src/private-server/server-process';
import { Watchdog } from '../../libs/redis/src/private-server/watchdog';
import { eventually } from './eventually';

const PASSWORD = 'of-a-test';
const STOP_GRACE_MS = 10_000;
const PROBE_MS = 1_000;

/** A redis-server like the private one, which comes back at the same address after it was away. */
export class RestartableRedis {
  private running: { server: ServerProcess; watchdog: Watchdog } | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(folder: string): Promise<RestartableRedis> {
    const redis = new RestartableRedis(folder, await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://:${PASSWORD}@127.0.0.1:${this.port}`;
  }

  /** Resolves when it answers, with the data that it had before. */
  async start(): Promise<void> {
    const { folder, port } = this;
    const config = await writeRedisConfig({ folder, port, password: PASSWORD });
    const log = await open(join(folder, 'redis.log'), 'a');
    const command = { executable: 'redis-server', args: [config], folder, outputFd: log.fd };
    const server = await ServerProcess.hold(command);
    this.running = { server, watchdog: await Watchdog.over(server.pid) };
    server.open();
    await log.close();
    await eventually('Redis answers', async () => {
      const answer = await askRedis({ port, password: PASSWORD }, PROBE_MS);
      return answer && !answer.loading ? true : undefined;
    });
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    if (!this.running) return;
    const { server, watchdog } = this.running;
    this.running = undefined;
    await server.end(STOP_GRACE_MS);
    await watchdog.end();
  }

  /** Ends it without a chance to save anything. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.stop();
  }

  /** From now on it takes connections and commands, but answers nothing. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** Loses everything that it knows. */
  async wipe(): Promise<void> {
    const client = new Redis(this.url);
    await client.flushall();
    client.disconnect();
  }

  private signal(signal: NodeJS.Signals): void {
    if (!this.running) throw new Error('Redis does not run');
    process.kill(this.running.server.pid, signal);
  }
}
