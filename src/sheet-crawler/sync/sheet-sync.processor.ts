import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandlerOf } from '@tributary/pipeline';
import { SheetSyncRunner } from './sheet-sync-runner.service';

@Injectable()
@RunProcessor('sheet.sync')
export class SheetSyncProcessor implements RunHandlerOf<'sheet.sync'> {
  constructor(private readonly syncs: SheetSyncRunner) {}

  process(run: ClaimedRun<RunPayloads['sheet.sync']>): Promise<RunCounts> {
    return this.syncs.sync(run);
  }
}
