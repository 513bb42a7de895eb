import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { InternalOnly } from '@tributary/common';
import { Cycles } from '@tributary/pipeline';
import { InternalPingDto, toInternalPingDto } from './dto/internal-ping.dto';
import { toTriggerSyncDto, TriggerSyncDto } from './dto/trigger-sync.dto';

@ApiTags('internal')
@InternalOnly()
@Controller('internal')
export class InternalController {
  constructor(private readonly cycles: Cycles) {}

  /** Lets a scheduler check its API key. */
  @Get('ping')
  ping(): InternalPingDto {
    return toInternalPingDto(new Date());
  }

  /** Syncs all enabled connections, of sheets and of reviews, that may have changed; to be called every few minutes. */
  @ApiAcceptedResponse({ type: TriggerSyncDto })
  @HttpCode(HttpStatus.ACCEPTED)
  @Post('trigger-sync')
  async triggerSync(): Promise<TriggerSyncDto> {
    await this.cycles.trigger();
    return toTriggerSyncDto(new Date());
  }
}
