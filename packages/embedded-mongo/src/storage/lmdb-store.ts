import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { open, type RangeOptions, type RootDatabase } from 'lmdb';
import { CommandError } from '../errors';
import { type OrderedStore, type WriteOptions } from './ordered-store';

/** The name of the data file inside of the folder. Renaming it needs a migration. */
export const DATA_FILE_NAME = 'data.mdb';

/** Address space reserved at the start; lmdb grows the map by itself when the file outgrows it. */
const INITIAL_MAP_BYTES = 1 << 28;

/**
 * ABORTABLE | SYNCHRONOUS_COMMIT | NO_SYNC_FLUSH of lmdb: the commit is in the page cache when the
 * call returns (a killed process loses nothing) and the flush to the medium overlaps with what
 * follows; `flushed` waits for it.
 */
const COMMIT_NOW_FLUSH_LATER = 0x10003;

/** lmdb's `transactionSync` takes flags that its type declarations leave out. */
type TransactionSync = (work: () => void, flags: number) => void;

interface StorageFailure {
  readonly error: Error;
}

/** The store that production uses: one LMDB file, safe against crashes. */
export class LmdbStore implements OrderedStore {
  readonly kind = 'lmdb';
  private writes = 0;
  private isClosed = false;
  private failure: StorageFailure | undefined;

  private constructor(
    private readonly database: RootDatabase<Buffer, Buffer>,
    private readonly file: string,
  ) {}

  /** Opens the file in the folder, creating both when they are missing. */
  static open(folder: string): LmdbStore {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, DATA_FILE_NAME);
    const database = open<Buffer, Buffer>({
      path: file,
      encoding: 'binary',
      keyEncoding: 'binary',
      noSubdir: true,
      mapSize: INITIAL_MAP_BYTES,
    });
    return new LmdbStore(database, file);
  }

  get generation(): number {
    return this.writes;
  }

  get(key: Buffer): Buffer | undefined {
    return this.database.get(key);
  }

  put(key: Buffer, value: Buffer): void {
    this.orAbort(() => this.database.putSync(key, value));
  }

  remove(key: Buffer): void {
    this.orAbort(() => this.database.removeSync(key));
  }

  scan(start: Buffer, end: Buffer, reverse: boolean, limit: number): [Buffer, Buffer][] {
    const entries: [Buffer, Buffer][] = [];
    for (const { key, value } of this.database.getRange(rangeOf(start, end, reverse, limit))) {
      entries.push([key, value]);
    }
    return entries;
  }

  keys(start: Buffer, end: Buffer, reverse: boolean, limit: number): Buffer[] {
    const keys: Buffer[] = [];
    for (const key of this.database.getKeys(rangeOf(start, end, reverse, limit))) keys.push(key);
    return keys;
  }

  keyAt(start: Buffer, end: Buffer, reverse: boolean, offset: number): Buffer | undefined {
    const range = { ...rangeOf(start, end, reverse, 1), offset };
    for (const key of this.database.getKeys(range)) return key;
    return undefined;
  }

  count(start: Buffer, end: Buffer): number {
    return this.database.getKeysCount({ start, end });
  }

  transaction<T>(work: () => T): T {
    if (this.isClosed) throw new CommandError(91, 'ShutdownInProgress', 'the store is closed');
    this.writes++;
    // The result travels beside the transaction: lmdb would take an object with `then` for a promise.
    let result: { value: T } | undefined;
    const transactionSync = this.database.transactionSync.bind(this.database) as TransactionSync;
    try {
      transactionSync(() => {
        this.failure = undefined;
        result = { value: work() };
        if (this.failure) throw (this.failure as StorageFailure).error;
      }, COMMIT_NOW_FLUSH_LATER);
    } catch (error) {
      throw asDiskError(error);
    } finally {
      // A scan that looked at uncommitted entries must not go on with them.
      this.writes++;
    }
    if (!result) throw new Error('the transaction ended without running its work');
    return result.value;
  }

  async flush(): Promise<void> {
    await this.database.flushed;
  }

  async write<T>(work: () => T, options: WriteOptions = {}): Promise<T> {
    const result = this.transaction(work);
    if (options.sync) await this.flush();
    return result;
  }

  sizeOnDisk(): number {
    try {
      return statSync(this.file).size;
    } catch {
      return 0;
    }
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.database.flushed;
    await this.database.close();
  }

  /**
   * Once the storage has refused a change, the transaction must not be committed, even if somebody
   * in between takes the error for that of a single statement.
   */
  private orAbort(change: () => unknown): void {
    try {
      change();
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.failure ??= { error: failure };
      throw asDiskError(failure);
    }
  }
}

function rangeOf(start: Buffer, end: Buffer, reverse: boolean, limit: number): RangeOptions {
  if (!reverse) return { start, end, limit };
  const backwards = { start: end, end: start, reverse: true, limit };
  // Backwards, lmdb starts at the high end: keep that one out and the low one in.
  return { ...backwards, exclusiveStart: true, inclusiveEnd: true };
}

/** LMDB reports a write that the file system cut short, as a full one does, as EIO. */
const DISK_FULL =
  /MDB_MAP_FULL|map ?size limit|ENOSPC|EFBIG|EDQUOT|No space left|File too large|Input\/output error/i;

function asDiskError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  if (!DISK_FULL.test(error.message)) return error;
  return new CommandError(
    14031,
    'OutOfDiskSpace',
    `nothing was written, the disk is full or failing: ${error.message}`,
  );
}
