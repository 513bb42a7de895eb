import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { FAULTS_STEPS, type StepsPayload } from './fault-kinds';
import { StepsService } from './steps.service';

@Injectable()
@RunProcessor(FAULTS_STEPS)
export class StepsProcessor implements RunHandler<StepsPayload> {
  constructor(private readonly steps: StepsService) {}

  process(run: ClaimedRun<StepsPayload>): Promise<RunCounts> {
    return this.steps.work(run);
  }
}
