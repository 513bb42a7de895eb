import { once } from 'node:events';
import { type ServerResponse } from 'node:http';
import { type Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { type EmulatorClock } from '../control/emulator-clock';
import { type Answer } from './answer';
import { firstBytes, firstShare, textChunks } from './text-chunks';

/** What happens to an answer on its way. */
export interface Disturbance {
  readonly headersDelayMs?: number;
  readonly bodyDelayMs?: number;
  readonly cut?: { readonly fraction?: number; readonly bytes?: number; readonly clean?: boolean };
}

/** Sends one answer in the pace of the client, and stops when the client goes away. */
export class Delivery {
  /** Bytes of the body that were given to the connection. */
  bytes = 0;
  private readonly left = new AbortController();
  private readonly over: Promise<void>;
  private gzip: Gzip | undefined;

  constructor(
    private readonly response: ServerResponse,
    private readonly acceptsGzip: boolean,
    private readonly clock: EmulatorClock,
  ) {
    // A client that goes away shows as an error too; `close` is what counts.
    response.on('error', () => undefined);
    this.over = new Promise((resolve) => {
      response.once('close', () => {
        this.left.abort();
        this.gzip?.destroy();
        resolve();
      });
    });
  }

  /** Whether the client, or the connection, is gone. */
  get isOver(): boolean {
    return this.left.signal.aborted;
  }

  /** Waits, but not longer than the client does. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await this.unlessOver(this.clock.sleep(ms, this.left.signal));
  }

  /** Waits until the client gives up. */
  async hang(): Promise<void> {
    await this.over;
  }

  /** Breaks the connection without an answer. */
  reset(): void {
    this.response.socket?.resetAndDestroy();
  }

  /**
   * Sends an answer up to its end, which is for `finish` to make. An error in the making of the
   * first bytes is thrown with nothing sent; a later one breaks the connection.
   */
  async send(answer: Answer, disturbance: Disturbance = {}): Promise<void> {
    await this.wait(disturbance.headersDelayMs ?? 0);
    const chunks = cutChunks(textChunks(answer.pieces ?? []), disturbance.cut);
    try {
      const first = await chunks.next();
      if (this.isOver) return;
      this.response.writeHead(answer.status, this.headers(answer));
      if (!first.done) await this.sendFirst(first.value, disturbance.bodyDelayMs ?? 0);
      while (!this.isOver) {
        const next = await chunks.next();
        if (next.done) break;
        await this.write(next.value);
      }
      await this.drainGzip(disturbance.cut && !disturbance.cut.clean ? 'flush' : 'end');
    } catch (error) {
      if (this.response.headersSent) this.response.destroy();
      throw error;
    } finally {
      await chunks.return(undefined);
    }
  }

  /** Ends an answer that was sent: in good order, or by breaking the connection. */
  async finish(disturbance: Disturbance = {}): Promise<void> {
    if (this.isOver) return;
    if (!disturbance.cut || disturbance.cut.clean) {
      this.response.end();
      return;
    }
    // What was written leaves the process first, so that the client sees the cut where it was made.
    await nextTurn();
    this.response.socket?.destroySoon();
  }

  private headers({ headers, status, pieces }: Answer): Answer['headers'] {
    if (!pieces || status === 204 || !this.acceptsGzip) return headers;
    // The fastest level: what counts here is the load on the machine, not on the wire.
    const gzip = createGzip({ level: 1 });
    gzip.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
    gzip.on('error', () => undefined);
    gzip.pipe(this.response, { end: false });
    this.gzip = gzip;
    return { ...headers, 'Content-Encoding': 'gzip' };
  }

  private async sendFirst(chunk: Buffer, pauseMs: number): Promise<void> {
    if (pauseMs === 0) return this.write(chunk);
    const half = Math.ceil(chunk.length / 2);
    await this.write(chunk.subarray(0, half));
    await this.drainGzip('flush');
    await this.wait(pauseMs);
    if (!this.isOver) await this.write(chunk.subarray(half));
  }

  private async write(chunk: Buffer): Promise<void> {
    const target: Writable = this.gzip ?? this.response;
    if (!this.gzip) this.bytes += chunk.length;
    if (target.write(chunk)) return;
    await this.unlessOver(once(target, 'drain', { signal: this.left.signal }));
  }

  private async drainGzip(how: 'flush' | 'end'): Promise<void> {
    const { gzip } = this;
    if (!gzip || this.isOver) return;
    const drained = new Promise<void>((resolve) => {
      if (how === 'flush') gzip.flush(constants.Z_SYNC_FLUSH, () => resolve());
      else gzip.once('end', resolve).end();
    });
    await Promise.race([drained, this.over]);
  }

  private async unlessOver(waiting: Promise<unknown>): Promise<void> {
    try {
      await waiting;
    } catch (error) {
      if (!this.isOver) throw error;
    }
  }
}

function cutChunks(
  chunks: AsyncGenerator<Buffer>,
  cut: Disturbance['cut'],
): AsyncGenerator<Buffer> {
  if (cut?.bytes !== undefined) return firstBytes(chunks, cut.bytes);
  return cut?.fraction === undefined ? chunks : firstShare(chunks, cut.fraction);
}
