import { type Document, EJSON } from 'bson';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CollectionDefinition,
  type DataSource,
  type DataTarget,
  isView,
  namespaceOf,
  TransferError,
} from './stores';

const MANIFEST = 'export.json';
const FORMAT = 1;

/** Lines are buffered up to about this length before they are written. */
const WRITE_CHARACTERS = 1 << 18;

interface StoredCollection extends CollectionDefinition {
  /** The file with one document per line; views have none. */
  readonly file?: string;
  readonly documents: number;
}

interface Manifest {
  readonly format: number;
  readonly collections: StoredCollection[];
}

/** Writes a folder: one file of canonical extended JSON per collection, and the manifest last. */
export class FolderTarget implements DataTarget {
  private readonly written: StoredCollection[] = [];

  constructor(private readonly folder: string) {}

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    if ((await readdir(this.folder)).length > 0) {
      throw new TransferError(`${this.folder} is not empty; use a new or empty folder`);
    }
  }

  async write(collection: CollectionDefinition, documents: AsyncIterable<Document>): Promise<void> {
    if (isView(collection)) {
      this.written.push({ ...collection, documents: 0 });
      return;
    }
    const file = `${this.written.length + 1}-${fileNameOf(namespaceOf(collection))}.ndjson`;
    const unfinished = join(this.folder, `${file}.part`);
    const count = await writeLines(unfinished, documents);
    await rename(unfinished, join(this.folder, file));
    this.written.push({ ...collection, file, documents: count });
  }

  async finish(): Promise<void> {
    const manifest: Manifest = { format: FORMAT, collections: this.written };
    const text = EJSON.stringify(manifest, undefined, 2, { relaxed: false });
    const unfinished = join(this.folder, `${MANIFEST}.part`);
    await writeFile(unfinished, `${text}\n`);
    await rename(unfinished, join(this.folder, MANIFEST));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads a folder that FolderTarget finished. */
export class FolderSource implements DataSource {
  constructor(private readonly folder: string) {}

  async collections(): Promise<StoredCollection[]> {
    const path = join(this.folder, MANIFEST);
    const text = await readFile(path, 'utf8').catch(() => {
      throw new TransferError(
        `${path} is missing: this is not an export, or one that did not finish`,
      );
    });
    const { format, collections } = EJSON.parse(text) as Manifest;
    if (format !== FORMAT) throw new TransferError(`${path} has the unknown format ${format}`);
    return collections;
  }

  async *documents(collection: CollectionDefinition): AsyncIterable<Document> {
    const { file, documents } = collection as StoredCollection;
    if (file === undefined) return;
    const path = join(this.folder, file);
    let count = 0;
    for await (const line of linesOf(path)) {
      if (line === '') continue;
      count += 1;
      yield parseLine(line, path, count);
    }
    if (count !== documents) {
      throw new TransferError(`${path} has ${count} documents, not the ${documents} it had`);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function writeLines(path: string, documents: AsyncIterable<Document>): Promise<number> {
  const stream = createWriteStream(path, { flags: 'wx' });
  const failed = once(stream, 'error').then(([error]) => {
    throw error;
  });
  failed.catch(() => undefined);
  let count = 0;
  let pending = '';
  try {
    for await (const document of documents) {
      count += 1;
      pending += `${EJSON.stringify(document, { relaxed: false })}\n`;
      if (pending.length < WRITE_CHARACTERS) continue;
      if (!stream.write(pending)) await Promise.race([once(stream, 'drain'), failed]);
      pending = '';
    }
  } finally {
    stream.end(pending);
  }
  await Promise.race([once(stream, 'close'), failed]);
  return count;
}

/** Splits at \n only: readline of newer Node versions also splits at U+2028, which JSON may contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...rest] = chunk.split('\n');
    parts.push(first);
    for (const part of rest) {
      yield parts.join('');
      parts = [part];
    }
  }
  yield parts.join('');
}

function parseLine(line: string, path: string, number: number): Document {
  try {
    return EJSON.parse(line, { relaxed: false }) as Document;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TransferError(`${path}:${number} is no extended JSON: ${reason}`);
  }
}

function fileNameOf(namespace: string): string {
  return namespace.replace(/[^\w.-]/g, '_').slice(0, 80);
}
