import { Controller, Get, Headers, Param, UseGuards, UseInterceptors } from '@nestjs/common';
import {
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
import { type Readable } from 'node:stream';
import { EventStreamInterceptor } from './event-stream.interceptor';
import { NoTokenInUrlGuard } from './no-token-in-url.guard';
import { ReviewStreamService } from './review-stream.service';

@ApiTags('reviews')
@Controller('review-fetch')
export class ReviewStreamController {
  constructor(private readonly streams: ReviewStreamService) {}

  /** What a job finds, while it finds it: `account`, `location`, `review`, `progress`, `end`. */
  @ApiHeader({ name: 'Last-Event-ID', required: false, description: 'Goes on behind this event.' })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ description: 'Server-sent events.', schema: { type: 'string' } })
  @ApiNoContentResponse({ description: 'The last event was the end.' })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'There is a token in the address.' })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such job.' })
  @ApiTooManyRequestsResponse({ type: ErrorDto, description: 'Too many of your streams are open.' })
  @UseGuards(NoTokenInUrlGuard)
  @UseInterceptors(EventStreamInterceptor)
  @Get(':job_id/stream')
  stream(
    @CurrentUser() user: Principal,
    @TokenExpiry() until: Date,
    @Param('job_id') jobId: string,
    @Headers('last-event-id') lastEventId?: string,
  ): Promise<Readable | undefined> {
    return this.streams.open({ userId: user.id, jobId, lastEventId, until });
  }
}
