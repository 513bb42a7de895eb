import { Injectable } from '@nestjs/common';
import { type RunCounts, type RunPayloads } from '@tributary/contracts';
import { type ClaimedRun, Processes, type ProcessorOf } from '@tributary/pipeline';
import { PipelineCheckWorkService } from './pipeline-check-work.service';

@Injectable()
@Processes('pipeline.check')
export class PipelineCheckProcessor implements ProcessorOf<'pipeline.check'> {
  constructor(private readonly work: PipelineCheckWorkService) {}

  process(run: ClaimedRun<RunPayloads['pipeline.check']>): Promise<RunCounts> {
    return this.work.check(run);
  }
}
