import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** What is held in memory, and written and read at once. */
const HELD_BYTES = 4_000_000;
const LENGTH_BYTES = 4;
const ONLY_FOR_US = 0o600;

/** A stretch of the file with complete frames. */
interface Block {
  readonly position: number;
  readonly length: number;
}

/**
 * Stores plain items, which may contain dates, in order and in bounded memory: a few in memory,
 * more of them in a temporary file. The file is unlinked at once, so that it disappears with the
 * process and no data is left behind.
 */
export class RowSpool<T> {
  private held: Buffer[] = [];
  private heldBytes = 0;
  private readonly blocks: Block[] = [];
  private writtenBytes = 0;
  private closing: Promise<void> | undefined;

  private constructor(private readonly file: FileHandle) {}

  /** Opens the file at once, so that a full disk shows before the work is done. */
  static async open<T>(): Promise<RowSpool<T>> {
    const path = join(tmpdir(), `tributary-rows-${process.pid}-${randomUUID()}`);
    const file = await open(path, 'wx+', ONLY_FOR_US);
    try {
      await unlink(path);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new RowSpool<T>(file);
  }

  /** Adds items at the end. Many at once are several times faster than one by one. */
  async push(items: readonly T[]): Promise<void> {
    if (this.closing) throw new Error('The spool is closed');
    if (items.length === 0) return;
    const frame = serialize(items);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(frame.length);
    this.held.push(length, frame);
    this.heldBytes += length.length + frame.length;
    if (this.heldBytes > HELD_BYTES) await this.spill();
  }

  /** All items in order, so many at a time. Nothing may be added meanwhile. */
  async *items(batch: number): AsyncGenerator<T[], void, undefined> {
    let waiting: T[] = [];
    for await (const items of this.frames()) {
      for (const item of items) {
        waiting.push(item);
        if (waiting.length < batch) continue;
        yield waiting;
        waiting = [];
      }
    }
    if (waiting.length > 0) yield waiting;
  }

  /** Frees memory and file. May be called again. */
  async close(): Promise<void> {
    this.held = [];
    this.closing ??= this.file.close();
    await this.closing;
  }

  private async spill(): Promise<void> {
    const bytes = Buffer.concat(this.held, this.heldBytes);
    this.blocks.push({ position: this.writtenBytes, length: bytes.length });
    this.writtenBytes += bytes.length;
    this.held = [];
    this.heldBytes = 0;
    await this.file.writeFile(bytes);
  }

  private async *frames(): AsyncGenerator<T[], void, undefined> {
    for (const block of this.blocks) yield* framesIn<T>(await this.read(block));
    yield* framesIn<T>(Buffer.concat(this.held, this.heldBytes));
  }

  private async read({ position, length }: Block): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.file.read(bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) throw new Error('The spool is shorter than what was written');
      filled += bytesRead;
    }
    return bytes;
  }
}

function* framesIn<T>(bytes: Buffer): Generator<T[], void, undefined> {
  let at = 0;
  while (at < bytes.length) {
    const from = at + LENGTH_BYTES;
    at = from + bytes.readUInt32LE(at);
    yield deserialize(bytes.subarray(from, at)) as T[];
  }
}
