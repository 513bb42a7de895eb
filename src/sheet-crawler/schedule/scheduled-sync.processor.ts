import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandlerOf } from '@tributary/pipeline';
import { ScheduledSyncService } from './scheduled-sync.service';

@Injectable()
@RunProcessor('sheet.cycle')
export class ScheduledSyncProcessor implements RunHandlerOf<'sheet.cycle'> {
  constructor(private readonly cycles: ScheduledSyncService) {}

  process(run: ClaimedRun<RunPayloads['sheet.cycle']>): Promise<RunCounts> {
    return this.cycles.cycle(run);
  }
}
