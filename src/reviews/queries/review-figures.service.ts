import { Injectable } from '@nestjs/common';
import { byRank, percentages } from '@tributary/common';
import {
  checkSeries,
  periodsIn,
  rangeParameters,
  type RangeQuery,
  type SeriesRange,
  toQueryRange,
} from '@tributary/periods';
import {
  type CacheParameter,
  CachedQueryService,
  type QueryResponse,
} from '@tributary/query-cache';
import { figuresOf, noReviews } from '../rollups/review-sums';
import {
  type RatingDistributionDto,
  type ReviewFiguresDto,
  type ReviewSeriesDto,
  type TopLocationsDto,
} from './dto/review-figures.dto';
import { type LocationMetric } from './review-names';
import { type ReviewAggregation } from './review-aggregation';
import { type CountedSelection, ReviewAggregationService } from './review-aggregation.service';
import { type ReviewContext } from './review-context.service';
import { type PlaceQuery, ReviewPlaceService } from './review-place.service';

/** Reviews of some places and days. */
export interface FiguresQuery extends PlaceQuery, RangeQuery {}

/** How many locations are wanted, and by what they lead. */
export interface TopQuery {
  readonly limit: number;
  readonly metric: LocationMetric;
}

interface FiguresDefinition {
  readonly name: string;
  readonly groupBy: CountedSelection['groupBy'];
  readonly parameters?: Readonly<Record<string, CacheParameter>>;
  readonly respond: (aggregation: ReviewAggregation) => object | Promise<object>;
}

const STARS = [5, 4, 3, 2, 1] as const;

/** What the reviews of a user add up to. */
@Injectable()
export class ReviewFiguresService {
  constructor(
    private readonly queries: CachedQueryService<ReviewContext>,
    private readonly aggregations: ReviewAggregationService,
    private readonly places: ReviewPlaceService,
  ) {}

  summary(userId: string, query: FiguresQuery): Promise<QueryResponse> {
    return this.ask(userId, query, {
      name: 'summary',
      groupBy: null,
      respond: (sums): ReviewFiguresDto => figuresOf(sums.total()),
    });
  }

  /** Points over the whole range, also where there are no reviews. */
  timeSeries(userId: string, query: FiguresQuery & SeriesRange): Promise<QueryResponse> {
    checkSeries(query);
    const { date_from, date_to, granularity } = query;
    return this.ask(userId, query, {
      name: 'time-series',
      groupBy: { granularity },
      parameters: { granularity },
      respond: ({ groups }): ReviewSeriesDto => ({
        granularity,
        data: [...periodsIn(date_from, date_to, granularity)].map((date) => ({
          date,
          ...figuresOf(groups.get(date) ?? noReviews()),
        })),
      }),
    });
  }

  ratings(userId: string, query: FiguresQuery): Promise<QueryResponse> {
    return this.ask(userId, query, {
      name: 'distribution/rating',
      groupBy: null,
      respond: (sums): RatingDistributionDto => {
        const { count, stars } = sums.total();
        const counts = STARS.map((value) => stars[value - 1] ?? 0);
        const rated = counts.reduce((sum, some) => sum + some, 0);
        const shares = rated === 0 ? [] : percentages(counts);
        const data = STARS.map((value, at) => ({
          value,
          count: counts[at] ?? 0,
          percentage: shares[at] ?? 0,
        }));
        return { field: 'rating', data, unrated: count - rated };
      },
    });
  }

  topLocations(userId: string, query: FiguresQuery & TopQuery): Promise<QueryResponse> {
    const { limit, metric } = query;
    return this.ask(userId, query, {
      name: 'top/location',
      groupBy: 'location',
      parameters: { limit, metric },
      respond: async ({ groups }): Promise<TopLocationsDto> => {
        const leaders = [...groups]
          .map(([value, sums]) => ({ value, figures: figuresOf(sums) }))
          .map((leader) => ({ ...leader, rank: leader.figures[metric] ?? -1 }))
          .sort(byRank)
          .slice(0, limit);
        const titles = await this.places.titles(
          userId,
          leaders.map(({ value }) => value),
        );
        const data = leaders.map(({ value, figures }) => ({
          value,
          title: titles.get(value) ?? null,
          ...figures,
        }));
        return { field: 'location', metric, data };
      },
    });
  }

  private ask(
    owner: string,
    query: FiguresQuery,
    { name, groupBy, parameters, respond }: FiguresDefinition,
  ): Promise<QueryResponse> {
    const { account = null, location = null } = query;
    return this.queries.answer(owner, owner, ({ book, timeZone }) => {
      const asked = toQueryRange(query, timeZone);
      return {
        name,
        parameters: { ...rangeParameters(asked), account, location, ...parameters },
        run: async () => {
          const locations = await this.places.resolve(owner, query);
          const selection = { owner, book, locations, groupBy, ...asked };
          return { body: await respond(await this.aggregations.aggregate(selection)) };
        },
      };
    });
  }
}
