import { applyDecorators, Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiExtraModels,
  ApiNotFoundResponse,
  ApiOkResponse,
  type ApiResponseNoStatusOptions,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import { AnalyticsDataService } from './analytics-data.service';
import { AnalyticsService } from './analytics.service';
import { type AnalyticsResponse } from './analytics-response';
import { AnalyticsResponseInterceptor } from './analytics-response.interceptor';
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

const HEADERS = {
  'X-Cache': {
    description: 'HIT, MISS, or BYPASS when the answer could not be kept.',
    schema: { type: 'string', enum: ['HIT', 'MISS', 'BYPASS'] },
  },
  'X-Data-Version': {
    description: 'Grows whenever an answer may be another one than before.',
    schema: { type: 'integer' },
  },
  'X-Data-As-Of': {
    description:
      'When the last successful sync began to read the sheet; absent before there was one.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Rows-Excluded': {
    description: 'Rows that could not be used, for instance for an amount that is no number.',
    schema: { type: 'integer' },
  },
  ETag: {
    description: 'Send it as If-None-Match to be answered 304 while it is the same.',
    schema: { type: 'string' },
  },
} satisfies ApiResponseNoStatusOptions['headers'];

/** Documents the headers of a response. */
const Answers = (shape: ApiResponseNoStatusOptions): MethodDecorator =>
  applyDecorators(
    ApiOkResponse({ ...shape, headers: HEADERS }),
    UseInterceptors(AnalyticsResponseInterceptor),
  );

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
  ): Promise<AnalyticsResponse> {
    return this.analytics.summary(user.id, id, query);
  }

  /** A chart over time: a point for every period of the range, also where there is nothing. */
  @Answers({ type: TimeSeriesDto })
  @Get('time-series')
  timeSeries(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: TimeSeriesQueryDto,
  ): Promise<AnalyticsResponse> {
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
  ): Promise<AnalyticsResponse> {
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
  ): Promise<AnalyticsResponse> {
    return this.analytics.top(user.id, id, field, query);
  }

  /** The rows as a table that can be searched, sorted and paged through. */
  @Answers({ type: AnalyticsDataDto })
  @Get('data')
  data(
    @CurrentUser() user: Principal,
    @Param('connection_id') id: string,
    @Query() query: DataQueryDto,
  ): Promise<AnalyticsResponse> {
    return this.rows.data(user.id, id, query);
  }
}
