import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiBody,
  ApiNotFoundResponse,
  ApiTags,
} from '@nestjs/swagger';
import {
  CurrentUser,
  ErrorDto,
  offsetOf,
  pageOf,
  PageQueryDto,
  type Principal,
} from '@tributary/common';
import { toTriggeredRunDto, TriggeredRunDto } from '@tributary/pipeline';
import {
  ReviewConnectionDto,
  ReviewConnectionPageDto,
  StartReviewSyncDto,
  toReviewConnectionDto,
  UpdateReviewConnectionDto,
} from './dto/review-connection.dto';
import { ReviewConnectionService } from './review-connection.service';

@ApiTags('reviews')
@Controller('review-connections')
export class ReviewConnectionController {
  constructor(private readonly connections: ReviewConnectionService) {}

  /** Your connected Google accounts, oldest first. */
  @Get()
  async list(
    @CurrentUser() user: Principal,
    @Query() query: PageQueryDto,
  ): Promise<ReviewConnectionPageDto> {
    const { page_size } = query;
    const [connections, total] = await this.connections.list(user.id, offsetOf(query), page_size);
    return pageOf(connections.map(toReviewConnectionDto), total, query);
  }

  /** One of them. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @Get(':id')
  async get(@CurrentUser() user: Principal, @Param('id') id: string): Promise<ReviewConnectionDto> {
    return toReviewConnectionDto(await this.connections.get(user.id, id));
  }

  /** Includes a connection in scheduled syncs, or leaves it out. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @Patch(':id')
  async update(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Body() { enabled }: UpdateReviewConnectionDto,
  ): Promise<ReviewConnectionDto> {
    return toReviewConnectionDto(await this.connections.setEnabled(user.id, id, enabled));
  }

  /**
   * Deletes a connection, stops its sync and revokes the consent at Google, unless somebody else
   * connected the same Google account. The reviews that it brought stay.
   */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @HttpCode(HttpStatus.NO_CONTENT)
  @Delete(':id')
  async delete(@CurrentUser() user: Principal, @Param('id') id: string): Promise<void> {
    await this.connections.delete(user.id, id);
  }

  /** Syncs a connection now. */
  @ApiAcceptedResponse({ type: TriggeredRunDto })
  @ApiBadRequestResponse({ type: ErrorDto, description: 'Its consent was revoked: connect again.' })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'You have no such connection.' })
  @ApiBody({ type: StartReviewSyncDto, required: false })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post(':id/sync')
  async sync(
    @CurrentUser() user: Principal,
    @Param('id') id: string,
    @Body() body?: StartReviewSyncDto,
  ): Promise<TriggeredRunDto> {
    return toTriggeredRunDto(await this.connections.sync(user.id, id, body?.full ?? false));
  }
}
