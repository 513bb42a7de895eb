import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { type QueryResult } from './analytics-query';
import { type AnalyticsResponse, type CacheUse } from './analytics-response';
import { QueryCache, type CacheKey, type CachedResponse } from '../cache/query-cache';
import { cacheKey, type CacheParameter } from '../cache/cache-key';
import { type AnalyticsContext, AnalyticsContextService } from './analytics-context.service';

/** A query whose response may be cached. */
export interface CacheableQuery {
  readonly name: string;
  /** All that the response depends on, beside the data. */
  readonly parameters: Readonly<Record<string, CacheParameter>>;
  run(): Promise<QueryResult>;
}

/** How often a query is repeated because the data was replaced meanwhile. */
const MOST_TRIES = 5;

/**
 * Finds responses in the cache or computes them: each once, however many requests ask for it at the
 * same time, and never from data of two versions. A response computed from replaced data is
 * computed again before it is sent.
 */
@Injectable()
export class CachedQueryService {
  private readonly underWay = new Map<string, Promise<Finding>>();

  constructor(
    private readonly contexts: AnalyticsContextService,
    private readonly cache: QueryCache,
  ) {}

  /** The response to the query that `queryFor` makes for the connection as it is now. */
  async answer(
    userId: string,
    connectionId: string,
    queryFor: (context: AnalyticsContext) => CacheableQuery,
  ): Promise<AnalyticsResponse> {
    for (let tries = 1; ; tries += 1) {
      const context = await this.contexts.open(userId, connectionId, tries > 1);
      const { answer, isCurrent } = await this.join(context, queryFor(context));
      if (isCurrent || tries === MOST_TRIES) return answer;
    }
  }

  /** Concurrent requests for the same query share one computation. */
  private join(context: AnalyticsContext, query: CacheableQuery): Promise<Finding> {
    const { connection_id: connectionId, version, user_id } = context.snapshot;
    // The type of a sheet that was never synced can change without a new version.
    const key = cacheKey(query.name, { ...query.parameters, sheet_type: context.type.kind });
    const place = { connectionId, version, key };
    const name = JSON.stringify([user_id, connectionId, version, place.key]);
    const known = this.underWay.get(name);
    if (known) return known;
    const finding = this.find(context, query, place).finally(() => this.underWay.delete(name));
    this.underWay.set(name, finding);
    return finding;
  }

  private async find(
    context: AnalyticsContext,
    query: CacheableQuery,
    place: CacheKey,
  ): Promise<Finding> {
    // During the first sync, rows change without a new version.
    const isKept = context.snapshot.is_rolled_up || context.snapshot.writing_run === null;
    const kept = isKept ? await this.cache.find(place) : undefined;
    if (kept) return { answer: toAnswer(context, kept, 'HIT'), isCurrent: true };
    const { body, excluded } = await query.run();
    const text = JSON.stringify(body);
    const made = { body: text, etag: etagOf(text), excluded };
    const isCurrent = await this.contexts.isCurrent(context);
    if (kept === null && isCurrent) await this.cache.keep(place, made);
    return { answer: toAnswer(context, made, kept === null ? 'MISS' : 'BYPASS'), isCurrent };
  }
}

interface Finding {
  readonly answer: AnalyticsResponse;
  /** Whether the data was not replaced during the computation. */
  readonly isCurrent: boolean;
}

function toAnswer(
  { snapshot }: AnalyticsContext,
  kept: CachedResponse,
  cache: CacheUse,
): AnalyticsResponse {
  return { ...kept, cache, version: snapshot.version, asOf: snapshot.as_of };
}

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}
