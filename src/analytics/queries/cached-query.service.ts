import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { type QueryResult } from './analytics-query';
import { type AnalyticsResponse, type CacheUse } from './analytics-response';
import { QueryCache, type CacheKey, type CachedResponse } from '../cache/query-cache';
import { cacheKey, type CacheParameter } from '../cache/cache-key';
import { type AnalyticsContext, AnalyticsContextService } from './analytics-context.service';

/** A query whose response may be kept. */
export interface CacheableQuery {
  readonly name: string;
  /** All that the response depends on, beside the data. */
  readonly parameters: Readonly<Record<string, CacheParameter>>;
  run(): Promise<QueryResult>;
}

/** How often an answer is made again because the data was replaced meanwhile. */
const MOST_TRIES = 5;

/**
 * Finds answers or has them made: each once, however many ask for it at the same time, and never from
 * data of two versions. What was made from replaced data is made again before anybody gets it.
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

  /** Those who ask the same at the same time wait for the same answer. */
  private join(context: AnalyticsContext, query: CacheableQuery): Promise<Finding> {
    const { connection_id: connectionId, version, user_id } = context.snapshot;
    // The type of a sheet that was never synced can change while there is no version to tell.
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
    // Rows that are shown while they come in for the first time are others every moment.
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
  /** Whether the data was not replaced while it was made. */
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
