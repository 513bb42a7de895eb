import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { KEEP, RAISE, SHOW } from './cache-scripts';

/** A cached response, ready to be sent. */
export interface CachedResponse {
  readonly body: string;
  readonly etag: string;
  readonly excluded: number;
}

/** A query on a connection, at a version of its data. */
export interface CacheKey {
  readonly connectionId: string;
  readonly version: number;
  readonly key: string;
}

interface Entry extends CachedResponse {
  readonly expires: number;
}

/** How long a response is cached. */
const LIFE_MS = 300_000;
/** How long a snapshot is cached at most, even when the process that should drop it dies. */
const SNAPSHOT_MS = 5_000;
/** How long the minimum version is remembered: longer than any query takes. */
const VERSION_MS = 3_600_000;
const MOST_RESPONSES = 2_000;
const MOST_LETTERS = 1_000_000;
/** The factor of the deadline for commands that the end of a sync depends on. */
const PATIENCE = 8;
const PAUSE_MS = 2_000;

/**
 * Caches responses in Redis, and for a few seconds the snapshots that say which of them are valid.
 * While Redis is unavailable nothing is cached: that is logged once, and retried after a pause
 * without delaying requests. Keys contain the version of the data, so a response that could not be
 * dropped is never found again.
 */
@Injectable()
export class QueryCache {
  private readonly logger = new Logger(QueryCache.name);
  private awayUntil = 0;
  private isAway = false;

  constructor(
    private readonly redis: Redis,
    private readonly config: Config,
  ) {}

  /** The cached response; null when there is none, undefined when Redis is unavailable. */
  async find({ connectionId, version, key }: CacheKey): Promise<CachedResponse | null | undefined> {
    const text = await this.ask(() =>
      this.redis.hget(this.responsesKey(connectionId), field(version, key)),
    );
    if (text === undefined || text === null) return text;
    try {
      const { expires, ...response } = JSON.parse(text) as Entry;
      return expires > Date.now() ? response : null;
    } catch (error) {
      this.logger.error({ err: error, msg: 'Cached response unreadable, computing it again' });
      return null;
    }
  }

  /** Caches a response, unless it is outdated by now. */
  async keep({ connectionId, version, key }: CacheKey, response: CachedResponse): Promise<void> {
    if (response.body.length > MOST_LETTERS) return;
    const entry: Entry = { ...response, expires: Date.now() + LIFE_MS };
    await this.ask(() =>
      this.redis.eval(
        KEEP,
        2,
        this.responsesKey(connectionId),
        this.versionKey(connectionId),
        version,
        field(version, key),
        JSON.stringify(entry),
        LIFE_MS,
        MOST_RESPONSES,
      ),
    );
  }

  /**
   * The cached snapshot of a connection, if it is still valid; undefined when there is none or
   * Redis is unavailable.
   */
  async findSnapshot(connectionId: string): Promise<AnalyticsSnapshot | undefined> {
    const text = await this.ask(() => this.redis.get(this.snapshotKey(connectionId)));
    if (text === undefined || text === null) return undefined;
    const snapshot = readSnapshot(text);
    if (snapshot?.connection_id === connectionId) return snapshot;
    this.logger.error({
      connection_id: connectionId,
      msg: 'A cached snapshot is damaged, ignoring it',
    });
    return undefined;
  }

  /** Caches a snapshot for a few seconds. */
  async keepSnapshot(snapshot: AnalyticsSnapshot): Promise<void> {
    const keys = [
      this.snapshotKey(snapshot.connection_id),
      this.versionKey(snapshot.connection_id),
    ] as const;
    const text = JSON.stringify(snapshot);
    await this.ask(() => this.redis.eval(SHOW, 2, ...keys, snapshot.version, text, SNAPSHOT_MS));
  }

  /** Drops all responses of a connection; none of an older version is cached from now on. */
  async drop(connectionId: string, version: number): Promise<void> {
    await this.raise(connectionId, version, this.responsesKey(connectionId));
  }

  /** Makes sure that nothing older than a version is found; false when Redis is unavailable. */
  async confirm(connectionId: string, version: number): Promise<boolean> {
    return (await this.raise(connectionId, version)) !== undefined;
  }

  private raise(connectionId: string, version: number, ...more: string[]): Promise<unknown> {
    const keys = [this.versionKey(connectionId), this.snapshotKey(connectionId), ...more];
    this.awayUntil = 0;
    return this.ask(
      () => this.redis.eval(RAISE, keys.length, ...keys, version, VERSION_MS),
      PATIENCE * this.config.REDIS_DEADLINE_MS,
    );
  }

  /** Undefined when Redis is unavailable. */
  private async ask<T>(
    command: () => Promise<T>,
    deadlineMs = this.config.REDIS_DEADLINE_MS,
  ): Promise<T | undefined> {
    if (Date.now() < this.awayUntil) return undefined;
    try {
      const response = await withDeadline(command(), deadlineMs);
      if (this.isAway) this.logger.log('Redis available again: responses are cached');
      this.isAway = false;
      return response;
    } catch (error) {
      this.awayUntil = Date.now() + PAUSE_MS;
      if (!this.isAway) {
        this.logger.warn({ err: error, msg: 'Redis unavailable: responses are not cached' });
      }
      this.isAway = true;
      return undefined;
    }
  }

  /** These names live in Redis: renaming them empties the cache, which does no harm. */
  private responsesKey(connectionId: string): string {
    return `${this.config.REDIS_PREFIX}:analytics:${connectionId}:answers`;
  }

  private snapshotKey(connectionId: string): string {
    return `${this.config.REDIS_PREFIX}:analytics:${connectionId}:book`;
  }

  private versionKey(connectionId: string): string {
    return `${this.config.REDIS_PREFIX}:analytics:${connectionId}:version`;
  }
}

/**
 * Undefined when the text is not a valid snapshot: unexpected data in Redis must not fail a
 * request.
 */
function readSnapshot(text: string): AnalyticsSnapshot | undefined {
  try {
    const snapshot = JSON.parse(text) as AnalyticsSnapshot;
    const as_of = snapshot.as_of === null ? null : new Date(snapshot.as_of);
    const isWhole = FIELDS.every(([name, type]) => typeof snapshot[name] === type);
    return isWhole && !Number.isNaN(as_of?.getTime()) ? { ...snapshot, as_of } : undefined;
  } catch {
    return undefined;
  }
}

const FIELDS = [
  ['connection_id', 'string'],
  ['user_id', 'string'],
  ['generation', 'number'],
  ['sheet_type', 'string'],
  ['facts_edition', 'number'],
  ['time_zone', 'string'],
  ['version', 'number'],
  ['edition', 'number'],
  ['base_edition', 'number'],
  ['is_rolled_up', 'boolean'],
] as const satisfies readonly (readonly [keyof AnalyticsSnapshot, string])[];

function field(version: number, key: string): string {
  return `${version} ${key}`;
}
