/** How long a write may take before it is acknowledged. */
export interface WriteOptions {
  /** Wait until the change is flushed to the medium, so that it survives a power cut too. */
  readonly sync?: boolean;
}

/**
 * Ordered binary keys with binary values, and one write transaction at a time.
 *
 * Reads see the last committed state, or inside of `write` the state of the running transaction.
 * Ranges include `start` and exclude `end`, also when they are read backwards.
 */
export interface OrderedStore {
  /** Names the implementation, for serverStatus and for messages. */
  readonly kind: string;
  /** Grows with every write, so that a reader can tell that something may have changed. */
  readonly generation: number;
  /** The value of a key. */
  get(key: Buffer): Buffer | undefined;
  /** Sets a key; only inside of `write`. */
  put(key: Buffer, value: Buffer): void;
  /** Removes a key; only inside of `write`. */
  remove(key: Buffer): void;
  /** Up to `limit` entries of a range, in key order or backwards. */
  scan(start: Buffer, end: Buffer, reverse: boolean, limit: number): [Buffer, Buffer][];
  /** Up to `limit` keys of a range; cheaper than `scan`. */
  keys(start: Buffer, end: Buffer, reverse: boolean, limit: number): Buffer[];
  /** The key of a range that `offset` others come before; how a skip finds its place. */
  keyAt(start: Buffer, end: Buffer, reverse: boolean, offset: number): Buffer | undefined;
  /** How many keys a range has. */
  count(start: Buffer, end: Buffer): number;
  /**
   * Runs the work in one transaction, which is committed when the call returns: a killed process
   * does not lose it. When the work throws, nothing of it remains.
   */
  transaction<T>(work: () => T): T;
  /** Resolves once everything committed so far is on the medium and survives a power cut. */
  flush(): Promise<void>;
  /** `transaction`, and `flush` when the options ask for it. */
  write<T>(work: () => T, options?: WriteOptions): Promise<T>;
  /** Bytes that the data takes on disk or in memory, as far as it is known. */
  sizeOnDisk(): number;
  /** Waits for what is under way, then lets go of the file. */
  close(): Promise<void>;
}
