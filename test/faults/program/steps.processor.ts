import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, Processes, type RunProcessor } from '@tributary/pipeline';
import { type StepsPayload } from './fault-kinds';
import { StepsService } from './steps.service';

@Injectable()
@Processes('faults.steps')
export class StepsProcessor implements RunProcessor<StepsPayload> {
  constructor(private readonly steps: StepsService) {}

  process(run: ClaimedRun<StepsPayload>): Promise<RunCounts> {
    return this.steps.work(run);
  }
}
