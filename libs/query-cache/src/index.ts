export { ApiQueryResponse, type HeaderDescriptions } from './api-query-response';
export { CacheConnection, type CommandOptions } from './cache-connection';
export { type CacheParameter } from './cache-key';
export { type CacheableQuery, CachedQueryService, type QueryResult } from './cached-query.service';
export { QueryCacheModule } from './query-cache.module';
export { type QueryContext, type QueryContextSource } from './query-context';
export { type CacheUse, type QueryResponse } from './query-response';
export { type CachedResponse, ResponseCache, type ResponseKey } from './response-cache';
export { SnapshotCache, type SnapshotReader } from './snapshot-cache';
