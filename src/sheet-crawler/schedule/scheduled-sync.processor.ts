import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import {
  type ClaimedRun,
  type CyclePayload,
  RunProcessor,
  type RunHandler,
} from '@tributary/pipeline';
import { ScheduledSyncService } from './scheduled-sync.service';
import { SCHEDULED_SYNC } from './scheduled-sync.kind';

@Injectable()
@RunProcessor(SCHEDULED_SYNC)
export class ScheduledSyncProcessor implements RunHandler<CyclePayload> {
  constructor(private readonly cycles: ScheduledSyncService) {}

  process(run: ClaimedRun<CyclePayload>): Promise<RunCounts> {
    return this.cycles.cycle(run);
  }
}
