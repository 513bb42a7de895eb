import { Injectable } from '@nestjs/common';
import { type Run, RunService, type Triggered } from '@tributary/pipeline';
import { PIPELINE_CHECK } from './pipeline-check.kind';

/** Starts and shows checks of the pipeline. */
@Injectable()
export class PipelineCheckService {
  constructor(private readonly runs: RunService) {}

  /** A user has one check at a time. */
  start(userId: string, steps: number): Promise<Triggered> {
    return this.runs.trigger(PIPELINE_CHECK, {
      subject: userId,
      owner: userId,
      payload: { steps },
      priority: 'high',
    });
  }

  find(userId: string, runId: string): Promise<Run> {
    return this.runs.get(runId, userId);
  }
}
