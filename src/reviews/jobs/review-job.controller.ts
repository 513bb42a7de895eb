import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import {
  CurrentUser,
  ErrorDto,
  offsetOf,
  pageOf,
  PageQueryDto,
  type Principal,
} from '@tributary/common';
import {
  ReviewJobAcceptedDto,
  ReviewJobDetailsDto,
  ReviewJobDto,
  ReviewJobPageDto,
  ReviewJobQueryDto,
  toReviewJobAcceptedDto,
  toReviewJobDetailsDto,
  toReviewJobDto,
} from './dto/review-job.dto';
import { ReviewTokenDto } from './dto/review-token.dto';
import { ReviewJobService } from './review-job.service';

const BAD_TOKEN = 'The token is missing, blank, expired, or does not cover Business Profile.';

@ApiTags('reviews')
@Controller('review-fetch')
export class ReviewJobController {
  constructor(private readonly jobs: ReviewJobService) {}

  /** Fetches all reviews of all locations of a Google user, with an access token of that user. */
  @ApiAcceptedResponse({ type: ReviewJobAcceptedDto })
  @ApiBadRequestResponse({ type: ErrorDto, description: BAD_TOKEN })
  @ApiTooManyRequestsResponse({
    type: ErrorDto,
    description: 'Too many jobs wait; see Retry-After.',
  })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post()
  async create(
    @CurrentUser() user: Principal,
    @Body() body?: ReviewTokenDto,
  ): Promise<ReviewJobAcceptedDto> {
    return toReviewJobAcceptedDto(await this.jobs.create(user.id, body?.access_token));
  }

  /** Your jobs, newest first. */
  @Get()
  async list(
    @CurrentUser() user: Principal,
    @Query() query: PageQueryDto,
  ): Promise<ReviewJobPageDto> {
    const [jobs, total] = await this.jobs.list(user.id, offsetOf(query), query.page_size);
    return pageOf(jobs.map(toReviewJobDto), total, query);
  }

  /** A job: its stages, and for each location whether it is proved that no review is missing. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such job.' })
  @Get(':job_id')
  async get(
    @CurrentUser() user: Principal,
    @Param('job_id') id: string,
    @Query() query: ReviewJobQueryDto,
  ): Promise<ReviewJobDetailsDto> {
    const { page_size } = query;
    return toReviewJobDetailsDto(await this.jobs.get(user.id, id, offsetOf(query), page_size));
  }

  /** Cancels a job and everything that it still does; what it stored stays. */
  @ApiAcceptedResponse({ type: ReviewJobDto })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such job.' })
  @ApiConflictResponse({ type: ErrorDto, description: 'The job has ended.' })
  @HttpCode(HttpStatus.ACCEPTED)
  @Delete(':job_id')
  async cancel(@CurrentUser() user: Principal, @Param('job_id') id: string): Promise<ReviewJobDto> {
    return toReviewJobDto(await this.jobs.cancel(user.id, id));
  }

  /** Gives a job another access token of the same Google user; if its token had expired, it goes on. */
  @ApiAcceptedResponse({ type: ReviewJobDto })
  @ApiBadRequestResponse({ type: ErrorDto, description: BAD_TOKEN })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such job.' })
  @ApiConflictResponse({ type: ErrorDto, description: 'The job has ended.' })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post(':job_id/token')
  async setToken(
    @CurrentUser() user: Principal,
    @Param('job_id') id: string,
    @Body() body?: ReviewTokenDto,
  ): Promise<ReviewJobDto> {
    return toReviewJobDto(await this.jobs.setToken(user.id, id, body?.access_token));
  }
}
