import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import { ApiExport, type ExportedFile } from '@tributary/exports';
import { ApiQueryResponse, type QueryResponse } from '@tributary/query-cache';
import { ReviewExportQueryDto, ReviewListQueryDto } from './dto/review-query.dto';
import { ReviewListDto, ReviewWithHistoryDto } from './dto/review.dto';
import { REVIEWS_AS_OF } from './review-as-of';
import { ReviewExportService } from './review-export.service';
import { ReviewListService } from './review-list.service';

@ApiTags('reviews')
@Controller('reviews')
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewListService,
    private readonly exports: ReviewExportService,
  ) {}

  /** Your reviews, of all locations, that can be filtered, searched, sorted and paged through. */
  @ApiQueryResponse({ type: ReviewListDto }, REVIEWS_AS_OF)
  @Get()
  list(@CurrentUser() user: Principal, @Query() query: ReviewListQueryDto): Promise<QueryResponse> {
    return this.reviews.list(user.id, query);
  }

  /** All pages of that list as a file. Texts never become formulas in it. */
  @ApiExport()
  @Get('export')
  export(
    @CurrentUser() user: Principal,
    @Query() query: ReviewExportQueryDto,
  ): Promise<ExportedFile> {
    return this.exports.export(user.id, query);
  }

  /** One review with its earlier versions, also when it was deleted at Google. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such review.' })
  @Get(':id')
  get(@CurrentUser() user: Principal, @Param('id') id: string): Promise<ReviewWithHistoryDto> {
    return this.reviews.get(user.id, id);
  }
}
