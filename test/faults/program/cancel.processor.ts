import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, type RunHandler, RunProcessor, RunService } from '@tributary/pipeline';
import { FAULTS_CANCEL } from './fault-kinds';

@Injectable()
@RunProcessor(FAULTS_CANCEL)
export class CancelProcessor implements RunHandler<{ run_id: string }> {
  constructor(private readonly runs: RunService) {}

  async process({ payload }: ClaimedRun<{ run_id: string }>): Promise<RunCounts> {
    await this.runs.cancel(payload.run_id);
    return {};
  }
}
