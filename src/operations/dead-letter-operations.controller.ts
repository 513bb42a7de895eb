import { Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiTags,
} from '@nestjs/swagger';
import { AdminOnly, ErrorDto } from '@tributary/common';
import { DeadLetterOperationsService } from './dead-letter-operations.service';
import { DeadLetterQueryDto } from './dto/dead-letter-query.dto';
import {
  DeadLetterDetailsDto,
  DeadLetterPageDto,
  ReplayDto,
  toDeadLetterDetailsDto,
  toDeadLetterPageDto,
  toReplayDto,
} from './dto/dead-letter.dto';

@ApiTags('operations')
@AdminOnly()
@Controller('operations/dead-letters')
export class DeadLetterOperationsController {
  constructor(private readonly letters: DeadLetterOperationsService) {}

  /** Work that failed for good, newest first. */
  @Get()
  async list(@Query() query: DeadLetterQueryDto): Promise<DeadLetterPageDto> {
    return toDeadLetterPageDto(await this.letters.list(query));
  }

  /** One dead letter with its payload and its history. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such dead letter.' })
  @Get(':id')
  async get(@Param('id') id: string): Promise<DeadLetterDetailsDto> {
    return toDeadLetterDetailsDto(await this.letters.get(id));
  }

  /** Replays it once: a second call returns the same run. */
  @ApiAcceptedResponse({ type: ReplayDto })
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such dead letter.' })
  @ApiConflictResponse({
    type: ErrorDto,
    description: 'It was discarded, or another run works on the same subject.',
  })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post(':id/replay')
  async replay(@Param('id') id: string): Promise<ReplayDto> {
    return toReplayDto(await this.letters.replay(id));
  }

  /** Discards a dead letter. */
  @ApiNotFoundResponse({ type: ErrorDto, description: 'There is no such dead letter.' })
  @ApiConflictResponse({ type: ErrorDto, description: 'It was replayed.' })
  @HttpCode(HttpStatus.OK)
  @Post(':id/discard')
  async discard(@Param('id') id: string): Promise<DeadLetterDetailsDto> {
    return toDeadLetterDetailsDto(await this.letters.discard(id));
  }
}
