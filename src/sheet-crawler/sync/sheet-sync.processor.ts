import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { SheetSyncRunner } from './sheet-sync-runner.service';
import { SHEET_SYNC, type SheetSyncPayload } from './sheet-sync.kind';

@Injectable()
@RunProcessor(SHEET_SYNC)
export class SheetSyncProcessor implements RunHandler<SheetSyncPayload> {
  constructor(private readonly syncs: SheetSyncRunner) {}

  process(run: ClaimedRun<SheetSyncPayload>): Promise<RunCounts> {
    return this.syncs.sync(run);
  }
}
