import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { InternalOnly } from '@tributary/common';
import { RunService } from '@tributary/pipeline';
import { SCHEDULED_SYNC, SCHEDULED_SYNC_REQUEST } from '../sheet-crawler';
import { InternalPingDto, toInternalPingDto } from './dto/internal-ping.dto';
import { toTriggerSyncDto, TriggerSyncDto } from './dto/trigger-sync.dto';

@ApiTags('internal')
@InternalOnly()
@Controller('internal')
export class InternalController {
  constructor(private readonly runs: RunService) {}

  /** Lets a scheduler check its API key. */
  @Get('ping')
  ping(): InternalPingDto {
    return toInternalPingDto(new Date());
  }

  /** Syncs all enabled sheet connections that may have changed; to be called every few minutes. */
  @ApiAcceptedResponse({ type: TriggerSyncDto })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post('trigger-sync')
  async triggerSync(): Promise<TriggerSyncDto> {
    await this.runs.trigger(SCHEDULED_SYNC, SCHEDULED_SYNC_REQUEST);
    return toTriggerSyncDto(new Date());
  }
}
