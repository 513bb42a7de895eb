import { Logger } from '@nestjs/common';
import { type CacheConnection } from './cache-connection';
import { type CacheKeys, cacheKeys } from './cache-keys';
import { KEEP, RAISE } from './cache-scripts';

/** A cached response, ready to be sent. */
export interface CachedResponse {
  readonly body: string;
  readonly etag: string;
  /** Stored records that could not be used, where such a thing is counted. */
  readonly excluded?: number;
}

/** A query on a subject, at a version of its data. */
export interface ResponseKey {
  readonly subject: string;
  readonly version: number;
  /** The query with its parameters, as `cacheKey` names it. */
  readonly key: string;
}

interface Entry extends CachedResponse {
  readonly expires: number;
}

/** How long a response is cached. */
const LIFE_MS = 300_000;
/** How long the minimum version is remembered: longer than any query takes. */
const VERSION_MS = 3_600_000;
const MOST_RESPONSES = 2_000;
const MOST_LETTERS = 1_000_000;

/**
 * Caches responses in Redis by the version of the data that they were computed from. The version is
 * part of the key, so a response that could not be dropped is never found again. A feature
 * provides a subclass with a namespace of its own.
 */
export class ResponseCache {
  private readonly logger = new Logger(ResponseCache.name);

  constructor(
    private readonly connection: CacheConnection,
    private readonly namespace: string,
  ) {}

  /** The cached response; null when there is none, undefined when Redis is unavailable. */
  async find({ subject, version, key }: ResponseKey): Promise<CachedResponse | null | undefined> {
    const { responses } = this.keysOf(subject);
    const text = await this.connection.run((redis) => redis.hget(responses, field(version, key)));
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
  async keep({ subject, version, key }: ResponseKey, response: CachedResponse): Promise<void> {
    if (response.body.length > MOST_LETTERS) return;
    const keys = this.keysOf(subject);
    const entry: Entry = { ...response, expires: Date.now() + LIFE_MS };
    await this.connection.run((redis) =>
      redis.eval(
        KEEP,
        2,
        keys.responses,
        keys.version,
        version,
        field(version, key),
        JSON.stringify(entry),
        LIFE_MS,
        MOST_RESPONSES,
      ),
    );
  }

  /**
   * Drops all responses about a subject, and its snapshot; none of an older version is cached from
   * now on.
   */
  async drop(subject: string, version: number): Promise<void> {
    await this.raise(this.keysOf(subject), version, true);
  }

  /** Makes sure that nothing older than a version is found; false when Redis is unavailable. */
  async confirm(subject: string, version: number): Promise<boolean> {
    return (await this.raise(this.keysOf(subject), version, false)) !== undefined;
  }

  private raise(keys: CacheKeys, version: number, alsoResponses: boolean): Promise<unknown> {
    const names = [keys.version, keys.snapshot, ...(alsoResponses ? [keys.responses] : [])];
    return this.connection.run(
      (redis) => redis.eval(RAISE, names.length, ...names, version, VERSION_MS),
      { isImportant: true },
    );
  }

  private keysOf(subject: string): CacheKeys {
    return cacheKeys(this.connection.prefix, this.namespace, subject);
  }
}

function field(version: number, key: string): string {
  return `${version} ${key}`;
}
