import { type LocationDone } from '../jobs/job-log';
import { type LocationSums } from '../jobs/review-job-step.repository';
import { type ReviewJobStatus, type StepCounts } from '../jobs/review-job';

/** However many locations end within it, the counts are read once. */
const FRESH_MS = 1_000;

/** How far a job is, as its stream says. */
export interface StreamedProgress {
  readonly status: ReviewJobStatus;
  readonly accounts: { readonly total: number; readonly done: number; readonly failed: number };
  readonly locations: { readonly total: number; readonly done: number; readonly failed: number };
  readonly reviews: number;
  readonly missing: number;
}

/** Where the counts of a job come from. */
export interface CountsOfJob {
  countAccounts(jobId: string): Promise<StepCounts>;
  sumLocations(jobId: string): Promise<LocationSums>;
}

/** The counts of one job, read at most once a second. */
export class JobProgressReader {
  private counts: Omit<StreamedProgress, 'status'> | undefined;
  private readAt = 0;

  constructor(
    private readonly steps: CountsOfJob,
    private readonly jobId: string,
  ) {}

  /** The counts as they are now, or were a second ago; `location` is the one that ended. */
  async progress(
    status: ReviewJobStatus,
    location?: LocationDone,
  ): Promise<StreamedProgress & { location?: LocationDone }> {
    if (!this.counts || Date.now() - this.readAt > FRESH_MS) await this.refresh();
    return {
      status,
      ...(this.counts as NonNullable<typeof this.counts>),
      ...(location && { location }),
    };
  }

  /** Has the next progress read again. */
  expire(): void {
    this.counts = undefined;
  }

  private async refresh(): Promise<void> {
    const readAt = Date.now();
    const [accounts, { states, listed, missing }] = await Promise.all([
      this.steps.countAccounts(this.jobId),
      this.steps.sumLocations(this.jobId),
    ]);
    this.counts = { accounts: sum(accounts), locations: sum(states), reviews: listed, missing };
    this.readAt = readAt;
  }
}

function sum({ pending, running, done, failed }: StepCounts): StreamedProgress['locations'] {
  return { total: pending + running + done + failed, done, failed };
}
