import {
  Body,
  Controller,
  Get,
  Headers,
  HttpStatus,
  Post,
  Query,
  Res,
  type StreamableFile,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal, TokenExpiry } from '@tributary/common';
import { type Response } from 'express';
import { type Readable } from 'node:stream';
import { ReviewJobAcceptedDto, toReviewJobAcceptedDto } from '../jobs/dto/review-job.dto';
import { ReviewTokenDto } from '../jobs/dto/review-token.dto';
import { NestedReviewsDto } from '../nested/dto/nested-reviews.dto';
import { toJsonStream } from '../nested/json-stream';
import { EventStreamInterceptor } from '../stream/event-stream.interceptor';
import { NoTokenInUrlGuard } from '../stream/no-token-in-url.guard';
import { ReviewStreamService } from '../stream/review-stream.service';
import { DemoFetchService } from './demo-fetch.service';
import { DemoStreamQueryDto } from './dto/demo-stream-query.dto';

@ApiTags('reviews')
@UseGuards(NoTokenInUrlGuard)
@Controller('demo')
export class DemoController {
  constructor(
    private readonly demo: DemoFetchService,
    private readonly streams: ReviewStreamService,
  ) {}

  /** Fetches all reviews and answers them nested, if that takes no more than a minute. */
  @ApiOkResponse({ type: NestedReviewsDto })
  @ApiAcceptedResponse({ type: ReviewJobAcceptedDto, description: 'It takes longer.' })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'The token is not accepted.' })
  @ApiTooManyRequestsResponse({ type: ErrorDto, description: 'Too many jobs wait.' })
  @Post('nested')
  async fetchNested(
    @CurrentUser() user: Principal,
    @Res({ passthrough: true }) response: Response,
    @Body() body?: ReviewTokenDto,
  ): Promise<StreamableFile | ReviewJobAcceptedDto> {
    const answer = await this.demo.fetchNested(user.id, body?.access_token);
    response.status(answer.isComplete ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return answer.isComplete ? toJsonStream(answer.json) : toReviewJobAcceptedDto(answer.view);
  }

  /** The same stream as that of the job: locations after their accounts, reviews after their locations. */
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Goes on behind this event.' })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Server-sent events.', schema: { type: 'string' } })
  @ApiNoContentResponse({ description: 'The last event was the end.' })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'There is a token in the address.' })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such job.' })
  @ApiTooManyRequestsResponse({ type: ErrorDto, description: 'Too many of your streams are open.' })
  @UseInterceptors(EventStreamInterceptor)
  @Get('stream/nested')
  streamNested(
    @CurrentUser() user: Principal,
    @TokenExpiry() until: Date,
    @Query() { job_id: jobId }: DemoStreamQueryDto,
    @Headers('last-event-id') lastEventId?: string,
  ): Promise<Readable | undefined> {
    return this.streams.open({ userId: user.id, jobId, lastEventId, until });
  }
}
