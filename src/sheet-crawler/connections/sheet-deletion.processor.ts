import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandlerOf } from '@tributary/pipeline';
import { SheetDeletionService } from './sheet-deletion.service';

@Injectable()
@RunProcessor('sheet.deletion')
export class SheetDeletionProcessor implements RunHandlerOf<'sheet.deletion'> {
  constructor(private readonly deletions: SheetDeletionService) {}

  process(run: ClaimedRun<RunPayloads['sheet.deletion']>): Promise<RunCounts> {
    return this.deletions.delete(run);
  }
}
