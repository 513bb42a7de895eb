import { Injectable, Logger } from '@nestjs/common';
import { LiveEvents } from '@tributary/common';
import { REVIEW_FETCH } from '../fetching/review-fetch.kinds';
import { type ReviewJob } from './review-job';
import { ReviewJobStepRepository } from './review-job-step.repository';
import { ReviewJobRepository } from './review-job.repository';

/** However many workers list locations of a job, its owner is told this often. */
const EVERY_MS = 1_000;

/** Tells the owner of a job how far it is, since the runs under it are silent. */
@Injectable()
export class JobProgress {
  private readonly logger = new Logger(JobProgress.name);

  constructor(
    private readonly events: LiveEvents,
    private readonly jobs: ReviewJobRepository,
    private readonly steps: ReviewJobStepRepository,
  ) {}

  /** Does nothing when somebody did it just before. */
  async publish({ id, user_id, run_id }: ReviewJob): Promise<void> {
    if (run_id === null || !(await this.jobs.isProgressDue(id, new Date(), EVERY_MS))) return;
    const { states, listed } = await this.steps.sumLocations(id);
    const done = states.done + states.failed;
    const payload = {
      run_id,
      kind: REVIEW_FETCH.name,
      subject: id,
      job_id: id,
      done,
      total: done + states.pending + states.running,
      note: `${listed} reviews`,
    };
    // Not worth a failure: an owner who missed it reads the job by REST.
    await this.events
      .publish(user_id, 'reviews:fetch:progress', payload)
      .catch((error: unknown) =>
        this.logger.debug({ err: error, msg: 'The progress of a job was not published' }),
      );
  }
}
