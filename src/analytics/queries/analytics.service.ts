import { Injectable } from '@nestjs/common';
import { type AnalyticsResponse } from './analytics-response';
import { CachedQueryService, type Inquiry } from './cached-query.service';
import { askedRange, type RangeQuery, rangeParameters } from './asked-range';
import { distribution } from './distribution';
import { type Plan } from './plan';
import { summary } from './summary';
import { type SeriesQuery, timeSeries } from './time-series';
import { type LeaderQuery, top } from './top';
import { AggregationService } from './aggregation.service';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';

/** What the rows of a user's connections add up to. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly queries: CachedQueryService,
    private readonly aggregations: AggregationService,
  ) {}

  summary(userId: string, id: string, query: RangeQuery): Promise<AnalyticsResponse> {
    return this.ask(userId, id, 'summary', query, summary);
  }

  timeSeries(
    userId: string,
    id: string,
    query: RangeQuery & SeriesQuery,
  ): Promise<AnalyticsResponse> {
    return this.ask(userId, id, 'time-series', query, (type) => timeSeries(type, query));
  }

  distribution(
    userId: string,
    id: string,
    field: string,
    query: RangeQuery,
  ): Promise<AnalyticsResponse> {
    return this.ask(userId, id, 'distribution', query, (type) => distribution(type, field));
  }

  top(
    userId: string,
    id: string,
    field: string,
    query: RangeQuery & LeaderQuery,
  ): Promise<AnalyticsResponse> {
    return this.ask(userId, id, 'top', query, (type) => top(type, field, query));
  }

  private ask(
    userId: string,
    id: string,
    name: string,
    query: RangeQuery,
    planFor: (type: SheetTypeStrategy) => Plan,
  ): Promise<AnalyticsResponse> {
    return this.queries.answer(userId, id, (context): Inquiry => {
      const plan = planFor(context.type);
      const asked = askedRange(context, query);
      return {
        name,
        parameters: { ...rangeParameters(asked), ...plan.parameters },
        answer: async () =>
          plan.answer(await this.aggregations.tally({ ...context, ...asked, by: plan.by })),
      };
    });
  }
}
