import { Injectable } from '@nestjs/common';
import { CacheConnection, ResponseCache } from '@tributary/query-cache';
import { CACHE_NAMESPACE } from './cache-namespace';

/** Responses about the reviews of owners, by the version of their books. */
@Injectable()
export class ReviewResponseCache extends ResponseCache {
  constructor(connection: CacheConnection) {
    super(connection, CACHE_NAMESPACE);
  }
}
