import { Injectable } from '@nestjs/common';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { ReviewJobService } from '../jobs/review-job.service';
import { toJobView } from '../jobs/to-job-view';
import { nestedJson } from './nested-json';

/** What a job found, account by account, as JSON that is read from the store as it is sent. */
@Injectable()
export class NestedReviewsService {
  constructor(
    private readonly jobs: ReviewJobService,
    private readonly log: ReviewJobLogRepository,
    private readonly steps: ReviewJobStepRepository,
  ) {}

  /** NOT_FOUND for another user's job, before anything is sent. */
  async open(userId: string, jobId: string): Promise<AsyncGenerator<string, void, undefined>> {
    const { job, status } = toJobView(await this.jobs.getOwned(userId, jobId));
    return nestedJson({
      head: { job_id: job.id, status, outcome: job.outcome },
      accounts: () => this.log.readAccounts(jobId),
      locations: (account) => this.log.readLocations(jobId, account),
      chunks: (location) => this.log.readChunks(jobId, location),
      proof: (location) => this.steps.findLocation(jobId, location),
    });
  }
}
