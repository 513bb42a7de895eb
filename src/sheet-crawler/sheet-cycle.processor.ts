import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, Processes, type ProcessorOf } from '@tributary/pipeline';
import { SheetCycleService } from './sheet-cycle.service';

@Injectable()
@Processes('sheet.cycle')
export class SheetCycleProcessor implements ProcessorOf<'sheet.cycle'> {
  constructor(private readonly cycles: SheetCycleService) {}

  process(run: ClaimedRun<RunPayloads['sheet.cycle']>): Promise<RunCounts> {
    return this.cycles.cycle(run);
  }
}
