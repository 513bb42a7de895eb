import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { ScheduledSyncService } from './scheduled-sync.service';
import { SCHEDULED_SYNC, type ScheduledSyncPayload } from './scheduled-sync.kind';

@Injectable()
@RunProcessor(SCHEDULED_SYNC)
export class ScheduledSyncProcessor implements RunHandler<ScheduledSyncPayload> {
  constructor(private readonly cycles: ScheduledSyncService) {}

  process(run: ClaimedRun<ScheduledSyncPayload>): Promise<RunCounts> {
    return this.cycles.cycle(run);
  }
}
