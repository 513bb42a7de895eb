/** How an answer came about: it was kept, it was made and kept, or it was made and could not be kept. */
export type CacheUse = 'HIT' | 'MISS' | 'BYPASS';

/** An answer, ready to be sent, and the facts about it that travel in headers. */
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
