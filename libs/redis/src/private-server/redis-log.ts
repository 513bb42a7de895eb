import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;
const TAIL_LINES = 20;

/** The file that takes what one run of redis-server prints. */
export class RedisLog {
  private constructor(
    private readonly file: FileHandle,
    private readonly startOfRun: number,
  ) {}

  /** Opens the log of the folder, emptying one that earlier runs have made too long. */
  static async open(folder: string): Promise<RedisLog> {
    const file = await open(join(folder, 'redis.log'), 'a+', 0o600);
    const { size } = await file.stat();
    if (size <= MAX_BYTES) return new RedisLog(file, size);
    await file.truncate();
    return new RedisLog(file, 0);
  }

  /** The descriptor to give to the server as its output. */
  get fd(): number {
    return this.file.fd;
  }

  /** The last lines printed in this run. */
  async tail(): Promise<string[]> {
    const { size } = await this.file.stat();
    const from = Math.max(this.startOfRun, size - TAIL_BYTES);
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(size - from), {
      position: from,
    });
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    return lines.filter((line) => line.trim() !== '').slice(-TAIL_LINES);
  }

  /** Closes our side; the server keeps its own. */
  async close(): Promise<void> {
    await this.file.close();
  }
}
