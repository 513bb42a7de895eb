import { Redis } from 'ioredis';

/** The port and password of a Redis. */
export interface RedisAccess {
  readonly port: number;
  readonly password: string;
}

/** What a Redis that accepted our password reports about itself. */
export interface RedisAnswer {
  readonly pid: number;
  readonly dir: string;
  readonly loading: boolean;
}

/** Queries the server on the port; undefined when it is not a Redis that accepts the password. */
export async function askRedis(
  { port, password }: RedisAccess,
  timeoutMs: number,
): Promise<RedisAnswer | undefined> {
  const client = new Redis({
    host: '127.0.0.1',
    port,
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    // ioredis holds the event loop for as long, even when the connection was refused.
    disconnectTimeout: 50,
    retryStrategy: () => null,
    enableOfflineQueue: false,
    // Both would send commands before the password.
    enableReadyCheck: false,
    disableClientInfo: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Not as an option: ioredis prints a warning when another server on the port needs no password.
    await client.auth(password);
    const [, dir] = (await client.config('GET', 'dir')) as string[];
    return { ...parseInfo(await client.info()), dir: dir ?? '' };
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}

/** Parses the response of INFO. */
export function parseInfo(info: string): Pick<RedisAnswer, 'pid' | 'loading'> {
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  return { pid: Number(field('process_id')), loading: field('loading') === '1' };
}
