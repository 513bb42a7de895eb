import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiExtraModels,
  ApiNotFoundResponse,
  type ApiResponseNoStatusOptions,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import { ApiQueryResponse, type QueryResponse } from '@tributary/query-cache';
import { AnalyticsDataService } from './analytics-data.service';
import { AnalyticsService } from './analytics.service';
import {
  DataQueryDto,
  RangeQueryDto,
  TimeSeriesQueryDto,
  TopQueryDto,
} from './dto/analytics-query.dto';
import {
  AnalyticsDataDto,
  DistributionDto,
  OrderItemsSummaryDto,
  OrdersSummaryDto,
  SimpleSummaryDto,
  TimeSeriesDto,
  TopDto,
} from './dto/analytics.dto';

const SUMMARIES = [OrdersSummaryDto, OrderItemsSummaryDto, SimpleSummaryDto];

/** Documents the headers of a response, and sends them. */
const Answers = (shape: ApiResponseNoStatusOptions): MethodDecorator =>
  ApiQueryResponse(shape, {
    asOf: 'When the last successful sync began to read the sheet; absent before there was one.',
    excluded: 'Rows that could not be used, for instance for an amount that is no number.',
  });

@ApiTags('analytics')
@ApiExtraModels(...SUMMARIES)
@ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
@ApiBadRequestResponse({ type: ErrorDto, description: 'Sheets of its type cannot be asked that.' })
@Controller('analytics/:connection_id')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly rows: AnalyticsDataService,
  ) {}

  /**
   * Cards: what all rows, or those of some days, add up to; the fields depend on the sheet's type.
   */
  @Answers({ schema: { oneOf: SUMMARIES.map((summary) => ({ $ref: getSchemaPath(summary) })) } })
  @Get('summary')
  summary(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: RangeQueryDto,
  ): Promise<QueryResponse> {
    return this.analytics.summary(user.id, id, query);
  }

  /** A chart over time: a point for every period of the range, also where there is nothing. */
  @Answers({ type: TimeSeriesDto })
  @Get('time-series')
  timeSeries(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: TimeSeriesQueryDto,
  ): Promise<QueryResponse> {
    return this.analytics.timeSeries(user.id, id, query);
  }

  /** How rows are spread over the values of a field. */
  @Answers({ type: DistributionDto })
  @Get('distribution/:field')
  distribution(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Param('field') field: string,
    @Query() query: RangeQueryDto,
  ): Promise<QueryResponse> {
    return this.analytics.distribution(user.id, id, field, query);
  }

  /** The leading values of a field. */
  @Answers({ type: TopDto })
  @Get('top/:field')
  top(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Param('field') field: string,
    @Query() query: TopQueryDto,
  ): Promise<QueryResponse> {
    return this.analytics.top(user.id, id, field, query);
  }

  /** The rows as a table that can be searched, sorted and paged through. */
  @Answers({ type: AnalyticsDataDto })
  @Get('data')
  data(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: DataQueryDto,
  ): Promise<QueryResponse> {
    return this.rows.data(user.id, id, query);
  }
}
