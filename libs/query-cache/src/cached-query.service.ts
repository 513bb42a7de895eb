import { createHash } from 'node:crypto';
import { cacheKey, type CacheParameter } from './cache-key';
import { type QueryContext, type QueryContextSource } from './query-context';
import { type CacheUse, type QueryResponse } from './query-response';
import { type CachedResponse, type ResponseCache, type ResponseKey } from './response-cache';

/** What a query found. */
export interface QueryResult {
  readonly body: object;
  /** Stored records that could not be used, where such a thing is counted. */
  readonly excluded?: number;
}

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
export class CachedQueryService<Context extends QueryContext> {
  private readonly underWay = new Map<string, Promise<Finding>>();

  constructor(
    private readonly contexts: QueryContextSource<Context>,
    private readonly cache: ResponseCache,
  ) {}

  /** The response to the query that `queryFor` makes for the subject as it is now. */
  async answer(
    owner: string,
    subject: string,
    queryFor: (context: Context) => CacheableQuery,
  ): Promise<QueryResponse> {
    for (let tries = 1; ; tries += 1) {
      const context = await this.contexts.open(owner, subject, tries > 1);
      const { response, isCurrent } = await this.join(context, queryFor(context));
      if (isCurrent || tries === MOST_TRIES) return response;
    }
  }

  /** Concurrent requests for the same query share one computation. */
  private join(context: Context, query: CacheableQuery): Promise<Finding> {
    const { owner, subject, version } = context;
    const key = cacheKey(query.name, query.parameters);
    const name = JSON.stringify([owner, subject, version, key]);
    const known = this.underWay.get(name);
    if (known) return known;
    const finding = this.find(context, query, { subject, version, key }).finally(() =>
      this.underWay.delete(name),
    );
    this.underWay.set(name, finding);
    return finding;
  }

  private async find(
    context: Context,
    query: CacheableQuery,
    place: ResponseKey,
  ): Promise<Finding> {
    const kept = context.isCacheable ? await this.cache.find(place) : undefined;
    if (kept) return { response: toResponse(context, kept, 'HIT'), isCurrent: true };
    const { body, ...facts } = await query.run();
    const text = JSON.stringify(body);
    const made = { body: text, etag: etagOf(text), ...facts };
    const isCurrent = await this.contexts.isCurrent(context);
    if (kept === null && isCurrent) await this.cache.keep(place, made);
    return { response: toResponse(context, made, kept === null ? 'MISS' : 'BYPASS'), isCurrent };
  }
}

interface Finding {
  readonly response: QueryResponse;
  /** Whether the data was not replaced during the computation. */
  readonly isCurrent: boolean;
}

function toResponse(
  { version, asOf }: QueryContext,
  kept: CachedResponse,
  cache: CacheUse,
): QueryResponse {
  return { ...kept, cache, version, asOf };
}

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}
