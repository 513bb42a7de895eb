import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { SheetDeletionService } from './sheet-deletion.service';
import { SHEET_DELETION, type SheetDeletionPayload } from '../connections/sheet-deletion.kind';

@Injectable()
@RunProcessor(SHEET_DELETION)
export class SheetDeletionProcessor implements RunHandler<SheetDeletionPayload> {
  constructor(private readonly deletions: SheetDeletionService) {}

  process(run: ClaimedRun<SheetDeletionPayload>): Promise<RunCounts> {
    return this.deletions.delete(run);
  }
}
