import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun } from '@tributary/pipeline';
import { RateLimiter } from '@tributary/rate-limit';
import { type PipelineCheckPayload } from './pipeline-check.kind';
import { PIPELINE_CHECK_QUOTA } from './pipeline-check.quota';
import { PipelineCheckRepository } from './pipeline-check.repository';

/**
 * Does what every run does, on data of its own: asks for quota, writes under a fence, reports
 * progress.
 */
@Injectable()
export class PipelineCheckWorkService {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly checks: PipelineCheckRepository,
  ) {}

  async check(run: ClaimedRun<PipelineCheckPayload>): Promise<RunCounts> {
    const { steps } = run.payload;
    for (let step = 1; step <= steps; step += 1) {
      await this.limiter.run(
        PIPELINE_CHECK_QUOTA.name,
        1,
        { owner: run.owner, signal: run.signal },
        () => this.checks.mark(run.fence, run.owner, run.id, step),
      );
      run.progress({ done: step, total: steps });
    }
    return { steps };
  }
}
