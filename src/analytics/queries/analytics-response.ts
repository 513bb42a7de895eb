/**
 * Where a response came from: the cache, a query whose result was cached, or one whose result could
 * not be cached.
 */
export type CacheUse = 'HIT' | 'MISS' | 'BYPASS';

/** A response, ready to be sent, and its metadata for the headers. */
export interface AnalyticsResponse {
  /** JSON. */
  readonly body: string;
  readonly etag: string;
  readonly cache: CacheUse;
  /** The version of the data that it is about. */
  readonly version: number;
  /** When the last sync that succeeded began to read the sheet; null before there was one. */
  readonly asOf: Date | null;
  /** Rows that could not be used. */
  readonly excluded: number;
}
