import { Logger } from '@nestjs/common';
import { type CacheConnection } from './cache-connection';
import { type CacheKeys, cacheKeys } from './cache-keys';
import { SHOW } from './cache-scripts';

/** How long a snapshot is cached at most, even when the process that should drop it dies. */
const SNAPSHOT_MS = 5_000;

/**
 * Turns parsed JSON into the snapshot of a subject; undefined when it is none, because unexpected
 * data in Redis must not fail a request.
 */
export type SnapshotReader<Snapshot> = (stored: unknown, subject: string) => Snapshot | undefined;

/**
 * Caches for a few seconds what every query on a subject begins with: a snapshot that says which
 * version of the data is current. It is dropped with the responses of a `ResponseCache` of the same
 * namespace. A feature provides a subclass with its namespace and a reader for what it keeps.
 */
export class SnapshotCache<Snapshot extends { readonly version: number }> {
  private readonly logger = new Logger(SnapshotCache.name);

  constructor(
    private readonly connection: CacheConnection,
    private readonly namespace: string,
    private readonly read: SnapshotReader<Snapshot>,
  ) {}

  /** The cached snapshot, if it is still valid; undefined when there is none or Redis is unavailable. */
  async find(subject: string): Promise<Snapshot | undefined> {
    const text = await this.connection.run((redis) => redis.get(this.keysOf(subject).snapshot));
    if (text === undefined || text === null) return undefined;
    const snapshot = this.read(parse(text), subject);
    if (!snapshot) this.logger.error({ subject, msg: 'A cached snapshot is damaged, ignoring it' });
    return snapshot;
  }

  /** Caches a snapshot for a few seconds, unless a newer version is known. */
  async keep(subject: string, snapshot: Snapshot): Promise<void> {
    const keys = this.keysOf(subject);
    const text = JSON.stringify(snapshot);
    await this.connection.run((redis) =>
      redis.eval(SHOW, 2, keys.snapshot, keys.version, snapshot.version, text, SNAPSHOT_MS),
    );
  }

  private keysOf(subject: string): CacheKeys {
    return cacheKeys(this.connection.prefix, this.namespace, subject);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
