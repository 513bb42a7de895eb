import { Injectable } from '@nestjs/common';
import { type RangeQuery } from '@tributary/periods';
import { CachedQueryService, type QueryResponse } from '@tributary/query-cache';
import { commonParameters, queryRange } from './query-range';
import { distribution } from './distribution';
import { type AnalyticsQuery, type QueryDefinition } from './analytics-query';
import { summary } from './summary';
import { type SeriesQuery, timeSeries } from './time-series';
import { type LeaderQuery, top } from './top';
import { AggregationService } from './aggregation.service';
import { type AnalyticsContext } from './analytics-context.service';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';

/** What the rows of a user's connections add up to. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly queries: CachedQueryService<AnalyticsContext>,
    private readonly aggregations: AggregationService,
  ) {}

  summary(userId: string, id: string, query: RangeQuery): Promise<QueryResponse> {
    return this.ask(userId, id, 'summary', query, summary);
  }

  timeSeries(userId: string, id: string, query: RangeQuery & SeriesQuery): Promise<QueryResponse> {
    return this.ask(userId, id, 'time-series', query, (type) => timeSeries(type, query));
  }

  distribution(
    userId: string,
    id: string,
    field: string,
    query: RangeQuery,
  ): Promise<QueryResponse> {
    return this.ask(userId, id, 'distribution', query, (type) => distribution(type, field));
  }

  top(
    userId: string,
    id: string,
    field: string,
    query: RangeQuery & LeaderQuery,
  ): Promise<QueryResponse> {
    return this.ask(userId, id, 'top', query, (type) => top(type, field, query));
  }

  private ask(
    userId: string,
    id: string,
    name: string,
    query: RangeQuery,
    define: (type: SheetTypeStrategy) => QueryDefinition,
  ): Promise<QueryResponse> {
    return this.queries.answer(userId, id, (context) => {
      const definition = define(context.type);
      const asked: AnalyticsQuery = { ...context, ...queryRange(context, query), ...definition };
      return {
        name,
        parameters: { ...commonParameters(context, asked), ...asked.parameters },
        run: async () => asked.respond(await this.aggregations.aggregate(asked)),
      };
    });
  }
}
