import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { Config } from '@tributary/config';
import { Redis } from 'ioredis';
import { type AnalyticsSnapshot } from '../snapshot/analytics-snapshot';
import { KEEP, RAISE, SHOW } from './cache-scripts';

/** An answer as it is kept: ready to be sent. */
export interface CachedResponse {
  readonly body: string;
  readonly etag: string;
  readonly excluded: number;
}

/** A question of a connection, at a version of its data. */
export interface CacheKey {
  readonly connectionId: string;
  readonly version: number;
  readonly key: string;
}

interface Entry extends CachedResponse {
  readonly expires: number;
}

/** How long an answer is kept. */
const LIFE_MS = 300_000;
/** How long a book is, at most, whatever happens to those who should take it away. */
const SNAPSHOT_MS = 5_000;
/** For longer than any answer takes to be made, the version that answers may not be older than. */
const VERSION_MS = 3_600_000;
const MOST_RESPONSES = 2_000;
const MOST_LETTERS = 1_000_000;
/** What the end of a sync depends on is worth waiting for, so much longer than a response is. */
const PATIENCE = 8;
const PAUSE_MS = 2_000;

/**
 * Answers in Redis, and for a moment the books that say which of them are right. Without Redis there
 * are none: it says so once, tries again after a while, and nobody waits for it. Keys carry the
 * version of the data, so that what could not be dropped is never found again.
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

  /** The answer that is kept; null when there is none, undefined when nobody can tell. */
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

  /** Keeps an response, if it is still one. */
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

  /** The book of a connection as it was a moment ago, and still is; undefined when nobody can tell. */
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

  /** Keeps a book for a moment. */
  async keepSnapshot(snapshot: AnalyticsSnapshot): Promise<void> {
    const keys = [
      this.snapshotKey(snapshot.connection_id),
      this.versionKey(snapshot.connection_id),
    ] as const;
    const text = JSON.stringify(snapshot);
    await this.ask(() => this.redis.eval(SHOW, 2, ...keys, snapshot.version, text, SNAPSHOT_MS));
  }

  /** Drops all answers of a connection; none that is older than the version is kept any more. */
  async drop(connectionId: string, version: number): Promise<void> {
    await this.raise(connectionId, version, this.responsesKey(connectionId));
  }

  /** Makes sure that nothing older than a version is found; false when nobody can tell. */
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

  /** Undefined when Redis does not answer. */
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

  /** These names live in Redis: renaming them forgets all answers, which harms nobody. */
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

/** Undefined when the text is not that of a snapshot: what else is in Redis must fail no request. */
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
