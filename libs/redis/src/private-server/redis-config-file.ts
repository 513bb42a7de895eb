import { join } from 'node:path';
import { writePrivateFile } from '@tributary/process-lock';

/** What differs from one private Redis to the next. */
export interface RedisSettings {
  readonly folder: string;
  readonly port: number;
  readonly password: string;
}

/** Writes the configuration beside the data, readable by its owner only, and gives its path. */
export async function writeRedisConfig(settings: RedisSettings): Promise<string> {
  const path = join(settings.folder, 'redis.conf');
  await writePrivateFile(path, renderRedisConfig(settings));
  return path;
}

/** The text of the configuration file. */
export function renderRedisConfig({ folder, port, password }: RedisSettings): string {
  const directives: [name: string, value: string][] = [
    ['bind', '127.0.0.1'],
    ['port', String(port)],
    ['requirepass', quote(password)],
    ['daemonize', 'no'],
    ['dir', quote(folder)],
    ['save', '""'],
    ['appendonly', 'yes'],
    ['appendfsync', 'everysec'],
    ['aof-load-truncated', 'yes'],
    // Bull loses jobs when a key of a queue is evicted.
    ['maxmemory-policy', 'noeviction'],
  ];
  return directives.map(([name, value]) => `${name} ${value}\n`).join('');
}

function quote(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${escaped}"`;
}
