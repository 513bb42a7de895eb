import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Principal } from '@tributary/common';
import { ApiQueryResponse, type QueryResponse } from '@tributary/query-cache';
import {
  RatingDistributionDto,
  ReviewFiguresDto,
  ReviewSeriesDto,
  TopLocationsDto,
} from './dto/review-figures.dto';
import {
  ReviewFiguresQueryDto,
  ReviewSeriesQueryDto,
  TopLocationsQueryDto,
} from './dto/review-query.dto';
import { REVIEWS_AS_OF } from './review-as-of';
import { ReviewFiguresService } from './review-figures.service';

@ApiTags('reviews')
@Controller('reviews')
export class ReviewFiguresController {
  constructor(private readonly figures: ReviewFiguresService) {}

  /** Cards: number, average rating, response rate and median time to respond. */
  @ApiQueryResponse({ type: ReviewFiguresDto }, REVIEWS_AS_OF)
  @Get('summary')
  summary(
    @CurrentUser() user: Principal,
    @Query() query: ReviewFiguresQueryDto,
  ): Promise<QueryResponse> {
    return this.figures.summary(user.id, query);
  }

  /** The same for every period of the range, also where there is nothing. */
  @ApiQueryResponse({ type: ReviewSeriesDto }, REVIEWS_AS_OF)
  @Get('time-series')
  timeSeries(
    @CurrentUser() user: Principal,
    @Query() query: ReviewSeriesQueryDto,
  ): Promise<QueryResponse> {
    return this.figures.timeSeries(user.id, query);
  }

  /** How many reviews have five stars, four, and so on. */
  @ApiQueryResponse({ type: RatingDistributionDto }, REVIEWS_AS_OF)
  @Get('distribution/rating')
  ratings(
    @CurrentUser() user: Principal,
    @Query() query: ReviewFiguresQueryDto,
  ): Promise<QueryResponse> {
    return this.figures.ratings(user.id, query);
  }

  /** The leading locations. */
  @ApiQueryResponse({ type: TopLocationsDto }, REVIEWS_AS_OF)
  @Get('top/location')
  topLocations(
    @CurrentUser() user: Principal,
    @Query() query: TopLocationsQueryDto,
  ): Promise<QueryResponse> {
    return this.figures.topLocations(user.id, query);
  }
}
