import { addAbortSignal, type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file inside a zip file. */
export interface ZipPart {
  readonly path: string;
  readonly content: string | AsyncIterable<string>;
}

/**
 * A zip file of parts, compressed while it is read. A part is requested when the one before it was
 * read to its end, and both are closed when the reader stops early: yazl only pipes its streams,
 * and a pipe does not notify its source when the reader stops.
 */
export class ZipStream extends Readable {
  private readonly zip = new ZipFile();
  private readonly output = this.zip.outputStream as PassThrough;
  private readonly stop = new AbortController();
  private filling: Promise<void> | undefined;

  constructor(private readonly parts: AsyncIterable<ZipPart>) {
    super();
    this.output.pause();
    this.output.on('data', (chunk) => {
      if (!this.push(chunk)) this.output.pause();
    });
    this.output.on('end', () => this.push(null));
  }

  override _read(): void {
    this.filling ??= this.fill().catch((error: Error) => void this.destroy(error));
    this.output.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.stop.abort();
    this.output.destroy();
    void Promise.resolve(this.filling).then(() => done(error));
  }

  private async fill(): Promise<void> {
    const { signal } = this.stop;
    for await (const { path, content } of this.parts) {
      signal.throwIfAborted();
      if (typeof content === 'string') {
        this.zip.addBuffer(Buffer.from(content), path);
      } else {
        const source = addAbortSignal(signal, Readable.from(content, { objectMode: false }));
        this.zip.addReadStream(source, path);
        await finished(source);
      }
    }
    this.zip.end();
  }
}
