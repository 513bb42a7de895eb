import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, Processes, type ProcessorOf } from '@tributary/pipeline';
import { SheetSyncService } from './sheet-sync.service';

@Injectable()
@Processes('sheet.sync')
export class SheetSyncProcessor implements ProcessorOf<'sheet.sync'> {
  constructor(private readonly syncs: SheetSyncService) {}

  process(run: ClaimedRun<RunPayloads['sheet.sync']>): Promise<RunCounts> {
    return this.syncs.sync(run);
  }
}
