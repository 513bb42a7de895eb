import { Injectable } from '@nestjs/common';
import { OnRunCompleted, type Run, type RunCompletionListener } from '@tributary/pipeline';
import { REVIEW_FETCH } from '../fetching/review-fetch.kinds';
import { JobLogNotifier } from './job-log-notifier';
import { ReviewBuffer } from './review-buffer.service';
import { type ReviewJobEnd, type ReviewJobOutcome } from './review-job';
import { ReviewJobLogRepository } from './review-job-log.repository';
import { ReviewJobMetrics } from './review-job-metrics.service';
import { ReviewJobRepository } from './review-job.repository';

/** Records how a job ended, whoever ended it, and erases its token. */
@Injectable()
@OnRunCompleted(REVIEW_FETCH)
export class FetchCompletionListener implements RunCompletionListener {
  constructor(
    private readonly buffer: ReviewBuffer,
    private readonly metrics: ReviewJobMetrics,
    private readonly jobs: ReviewJobRepository,
    private readonly log: ReviewJobLogRepository,
    private readonly notifier: JobLogNotifier,
  ) {}

  async ended(run: Run): Promise<void> {
    const { subject: id, owner } = run;
    // Cancelled before it began.
    if (await this.buffer.free(owner, id)) this.metrics.countDequeued();
    const job = await this.jobs.findById(id);
    if (!job) return;
    const end = run.status as ReviewJobEnd;
    const outcome = outcomeOf(run);
    await this.log.append(job, [{ type: 'end', data: { status: end, outcome } }]);
    const error = end === 'succeeded' ? null : run.error;
    const finished_at = run.finished_at ?? new Date();
    // A job that was cancelled at once may not know its run yet.
    if (job.run_id === null) await this.jobs.setRun(id, run.id);
    await this.jobs.finish(id, run.id, { end, outcome, error, finished_at });
    await this.jobs.removeRoot(id, run.id);
    this.notifier.notify(id);
  }
}

function outcomeOf({ status, outcome }: Run): ReviewJobOutcome | null {
  if (status === 'succeeded') return outcome ?? 'complete';
  return status === 'failed' ? 'failed' : null;
}
