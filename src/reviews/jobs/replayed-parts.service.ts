import { Injectable } from '@nestjs/common';
import { outcomeOf } from './outcome-of';
import { ReviewJobStepRepository } from './review-job-step.repository';
import { ReviewJobRepository } from './review-job.repository';

/** Brings an ended job up to date when a dead letter of a part of it was replayed. */
@Injectable()
export class ReplayedParts {
  constructor(
    private readonly jobs: ReviewJobRepository,
    private readonly steps: ReviewJobStepRepository,
  ) {}

  /** The run of the replay has ended; the job may be complete now, and needs no token any more. */
  async ended(jobId: string, runId: string): Promise<void> {
    const [accounts, { states: locations, incomplete }] = await Promise.all([
      this.steps.countAccounts(jobId),
      this.steps.sumLocations(jobId),
    ]);
    await this.jobs.setOutcome(jobId, outcomeOf({ accounts, locations, incomplete }));
    await this.jobs.removeRoot(jobId, runId);
  }
}
