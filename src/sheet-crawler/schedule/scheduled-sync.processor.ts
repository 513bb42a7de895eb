import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { ScheduledSyncService } from './scheduled-sync.service';
import { SHEET_CYCLE, type SheetCyclePayload } from './scheduled-sync.kind';

@Injectable()
@RunProcessor(SHEET_CYCLE)
export class ScheduledSyncProcessor implements RunHandler<SheetCyclePayload> {
  constructor(private readonly cycles: ScheduledSyncService) {}

  process(run: ClaimedRun<SheetCyclePayload>): Promise<RunCounts> {
    return this.cycles.cycle(run);
  }
}
