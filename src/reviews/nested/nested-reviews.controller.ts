import { Controller, Get, Param, StreamableFile } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal } from '@tributary/common';
import { NestedReviewsDto } from './dto/nested-reviews.dto';
import { toJsonStream } from './json-stream';
import { NestedReviewsService } from './nested-reviews.service';

@ApiTags('reviews')
@Controller('review-fetch')
export class NestedReviewsController {
  constructor(private readonly nested: NestedReviewsService) {}

  /** What a job found so far, as it saw it: accounts, their locations, their reviews. */
  @ApiOkResponse({ type: NestedReviewsDto })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such job.' })
  @Get(':job_id/nested')
  async get(@CurrentUser() user: Principal, @Param('job_id') id: string): Promise<StreamableFile> {
    return toJsonStream(await this.nested.open(user.id, id));
  }
}
