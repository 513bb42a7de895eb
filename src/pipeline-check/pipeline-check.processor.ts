import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunProcessor, type RunHandler } from '@tributary/pipeline';
import { PipelineCheckWorkService } from './pipeline-check-work.service';
import { PIPELINE_CHECK, type PipelineCheckPayload } from './pipeline-check.kind';

@Injectable()
@RunProcessor(PIPELINE_CHECK)
export class PipelineCheckProcessor implements RunHandler<PipelineCheckPayload> {
  constructor(private readonly work: PipelineCheckWorkService) {}

  process(run: ClaimedRun<PipelineCheckPayload>): Promise<RunCounts> {
    return this.work.check(run);
  }
}
