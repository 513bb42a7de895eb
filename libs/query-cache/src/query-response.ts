/**
 * Where a response came from: the cache, a query whose result was cached, or one whose result could
 * not be cached.
 */
export type CacheUse = 'HIT' | 'MISS' | 'BYPASS';

/** A response, ready to be sent, and its metadata for the headers. */
export interface QueryResponse {
  /** JSON. */
  readonly body: string;
  readonly etag: string;
  readonly cache: CacheUse;
  /** The version of the data that it was computed from. */
  readonly version: number;
  /** The moment up to which that data is complete; null before there is any. */
  readonly asOf: Date | null;
  /** Stored records that could not be used, where such a thing is counted. */
  readonly excluded?: number;
}
