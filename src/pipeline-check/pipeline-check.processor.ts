import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandlerOf } from '@tributary/pipeline';
import { PipelineCheckWorkService } from './pipeline-check-work.service';

@Injectable()
@RunProcessor('pipeline.check')
export class PipelineCheckProcessor implements RunHandlerOf<'pipeline.check'> {
  constructor(private readonly work: PipelineCheckWorkService) {}

  process(run: ClaimedRun<RunPayloads['pipeline.check']>): Promise<RunCounts> {
    return this.work.check(run);
  }
}
