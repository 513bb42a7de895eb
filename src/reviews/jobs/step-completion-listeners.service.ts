import { Injectable } from '@nestjs/common';
import { type RunFailure } from '@tributary/contracts';
import { OnRunCompleted, type Run, type RunCompletionListener } from '@tributary/pipeline';
import {
  REVIEW_LISTING,
  REVIEW_LOCATIONS,
  type ReviewListingPayload,
  type ReviewLocationsPayload,
} from '../fetching/review-fetch.kinds';
import { JobProgress } from './job-progress.service';
import { ReplayedParts } from './replayed-parts.service';
import { ReviewJobLogRepository } from './review-job-log.repository';
import { ReviewJobStepRepository } from './review-job-step.repository';
import { ReviewJobRepository } from './review-job.repository';

/** Records that the locations of an account could not be read, whatever ended the run. */
@Injectable()
@OnRunCompleted(REVIEW_LOCATIONS)
export class LocationsCompletionListener implements RunCompletionListener {
  constructor(
    private readonly replays: ReplayedParts,
    private readonly steps: ReviewJobStepRepository,
  ) {}

  async ended(run: Run): Promise<void> {
    const { job_id, account } = payloadOf<ReviewLocationsPayload>(run);
    const failure = failureOf(run);
    if (failure) {
      const { code, message } = failure;
      const failed = { state: 'failed', error_code: code, error_message: message } as const;
      await this.steps.setAccount(job_id, account, failed);
    }
    if (run.parent === null) await this.replays.ended(job_id, run.id);
  }
}

/** Records how the listing of a location ended, whatever ended the run. */
@Injectable()
@OnRunCompleted(REVIEW_LISTING)
export class ListingCompletionListener implements RunCompletionListener {
  constructor(
    private readonly jobs: ReviewJobRepository,
    private readonly steps: ReviewJobStepRepository,
    private readonly log: ReviewJobLogRepository,
    private readonly progress: JobProgress,
    private readonly replays: ReplayedParts,
  ) {}

  async ended(run: Run): Promise<void> {
    const { job_id: jobId, location: name } = payloadOf<ReviewListingPayload>(run);
    const job = await this.jobs.findById(jobId);
    if (!job) return;
    const failure = failureOf(run);
    if (failure) await this.steps.failLocation(jobId, name, failure);
    const step = await this.steps.findLocation(jobId, name);
    if (step) {
      const { location, listed, expected, missing, reason, error_code } = step;
      const complete = step.complete === true && !failure;
      const data = { location, listed, expected, missing, complete, reason, error_code };
      await this.log.append(job, [{ type: 'location_done', data }]);
    }
    await this.progress.publish(job);
    if (run.parent === null) await this.replays.ended(jobId, run.id);
  }
}

/** It is stored as it was triggered. */
function payloadOf<Payload>({ payload }: Run): Payload {
  return payload as Payload;
}

function failureOf({ status, error }: Run): RunFailure | undefined {
  return status === 'succeeded' ? undefined : (error ?? UNKNOWN);
}

const UNKNOWN: RunFailure = {
  code: 'UNKNOWN_ERROR',
  category: 'generic',
  message: 'It ended and did not say why.',
  retryable: false,
};
