import { Body, Controller, Get, HttpCode, HttpStatus, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '@tributary/common';
import { DeadLetterOperationsService } from './dead-letter-operations.service';
import {
  DeadLetterGroupDto,
  GroupActionDto,
  GroupDiscardDto,
  GroupReplayDto,
  toDeadLetterGroupDto,
} from './dto/dead-letter-group.dto';
import { DeadLetterGroupQueryDto } from './dto/dead-letter-query.dto';

@ApiTags('operations')
@AdminOnly()
@Controller('operations/dead-letters/groups')
export class DeadLetterGroupController {
  constructor(private readonly letters: DeadLetterOperationsService) {}

  /** Open dead letters by kind and error, the largest group first; at most 200 groups. */
  @Get()
  async list(@Query() { kind }: DeadLetterGroupQueryDto): Promise<DeadLetterGroupDto[]> {
    return (await this.letters.groups(kind)).map(toDeadLetterGroupDto);
  }

  /** Counts what a replay of the whole group would concern; with `dry_run: false` does it. */
  @HttpCode(HttpStatus.OK)
  @Post(':group/replay')
  replay(@Param('group') group: string, @Body() body: GroupActionDto): Promise<GroupReplayDto> {
    return this.letters.replayGroup(group, body.dry_run);
  }

  /** Counts what a discard of the whole group would concern; with `dry_run: false` does it. */
  @HttpCode(HttpStatus.OK)
  @Post(':group/discard')
  discard(@Param('group') group: string, @Body() body: GroupActionDto): Promise<GroupDiscardDto> {
    return this.letters.discardGroup(group, body.dry_run);
  }
}
