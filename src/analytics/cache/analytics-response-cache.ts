import { Injectable } from '@nestjs/common';
import { CacheConnection, ResponseCache } from '@tributary/query-cache';
import { CACHE_NAMESPACE } from './cache-namespace';

/** Responses about connections, by the version of their snapshots. */
@Injectable()
export class AnalyticsResponseCache extends ResponseCache {
  constructor(connection: CacheConnection) {
    super(connection, CACHE_NAMESPACE);
  }
}
