import { Injectable } from '@nestjs/common';
import { OnRunCompleted, type Run, type RunCompletionListener } from '@tributary/pipeline';
import { ReviewConnectionRepository } from '../connections/review-connection.repository';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { type ReviewJobEnd } from '../jobs/review-job';
import { ReviewJobRepository } from '../jobs/review-job.repository';
import { REVIEW_SYNC } from './review-sync.kinds';

/** Records how a sync ended, whoever ended it, in the connection and in its job, if it has one. */
@Injectable()
@OnRunCompleted(REVIEW_SYNC)
export class ReviewSyncCompletionListener implements RunCompletionListener {
  constructor(
    private readonly connections: ReviewConnectionRepository,
    private readonly jobs: ReviewJobRepository,
    private readonly log: ReviewJobLogRepository,
  ) {}

  async ended(run: Run): Promise<void> {
    await this.endJob(run);
    // Who cancels a sync knows why.
    if (run.status === 'cancelled') return;
    const error = run.status === 'succeeded' ? undefined : (run.error ?? undefined);
    const { id: runId, fence, subject } = run;
    await this.connections.keepEnding(subject, {
      runId,
      fence,
      at: run.finished_at ?? new Date(),
      error,
    });
  }

  /** The job of a full sync ends with its own run, unless that was never begun. */
  private async endJob({ id, status, error, finished_at }: Run): Promise<void> {
    const job = await this.jobs.findById(id);
    if (!job || job.end !== null) return;
    const end = status as ReviewJobEnd;
    const outcome = end === 'succeeded' ? 'complete' : end === 'failed' ? 'failed' : null;
    await this.log.append(job, [{ type: 'end', data: { status: end, outcome } }]);
    if (job.run_id === null) await this.jobs.setRun(id, id);
    await this.jobs.finish(id, job.run_id ?? id, {
      end,
      outcome,
      error: end === 'succeeded' ? null : error,
      finished_at: finished_at ?? new Date(),
    });
    await this.jobs.removeRoot(id, id);
  }
}
