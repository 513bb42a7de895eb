import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { BusinessAccountsClient, type UserCall } from '@tributary/google';
import {
  type ChildrenSummary,
  childRun,
  type ClaimedRun,
  fanOut,
  type FanOut,
  type Joined,
} from '@tributary/pipeline';
import { hasNothing, outcomeOf, totalOf } from '../jobs/outcome-of';
import { ReviewBuffer } from '../jobs/review-buffer.service';
import { type ReviewJob } from '../jobs/review-job';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { ReviewJobMetrics } from '../jobs/review-job-metrics.service';
import { ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { ReviewJobRepository } from '../jobs/review-job.repository';
import { type SeenAccount } from '../store/review-place';
import { ReviewChangeRecorder } from '../rollups/review-change-recorder.service';
import { ReviewPlaceRepository } from '../store/review-place.repository';
import { JobCredentials } from './job-credentials.service';
import { REVIEW_LOCATIONS, type ReviewFetchPayload } from './review-fetch.kinds';

/** Does a job: finds the accounts, and sums up what became of them. */
@Injectable()
export class ReviewFetchService {
  constructor(
    private readonly accounts: BusinessAccountsClient,
    private readonly credentials: JobCredentials,
    private readonly buffer: ReviewBuffer,
    private readonly metrics: ReviewJobMetrics,
    private readonly jobs: ReviewJobRepository,
    private readonly steps: ReviewJobStepRepository,
    private readonly log: ReviewJobLogRepository,
    private readonly places: ReviewPlaceRepository,
    private readonly recorder: ReviewChangeRecorder,
  ) {}

  async fetch(run: ClaimedRun<ReviewFetchPayload>): Promise<FanOut> {
    const { id, user_id } = await this.credentials.jobOf(run);
    if (await this.buffer.free(user_id, id)) this.metrics.countDequeued();
    const job = await this.jobs.begin(id, run.id, new Date());
    if (!job) throw new DomainError('NOT_FOUND', { detail: 'The job is not stored any more.' });
    const found = await this.credentials.use(run, job, (call) => this.findAccounts(job, call));
    return fanOut(
      found.map((account) =>
        childRun(REVIEW_LOCATIONS, {
          key: account,
          subject: `${id}/${account}`,
          payload: { job_id: id, account },
        }),
      ),
    );
  }

  /** A job in which everything failed has failed; what is missing otherwise makes it partial. */
  async join(
    { payload, owner }: ClaimedRun<ReviewFetchPayload>,
    children: ChildrenSummary,
  ): Promise<Joined> {
    const { job_id: id } = payload;
    const [accounts, sums] = await Promise.all([
      this.steps.countAccounts(id),
      this.steps.sumLocations(id),
    ]);
    const { states: locations, incomplete } = sums;
    const shortfall = { accounts, locations, incomplete };
    if (hasNothing(shortfall)) {
      const cause = children.failures[0]?.error?.message;
      throw new DomainError('REVIEW_FETCH_FAILED', cause === undefined ? {} : { detail: cause });
    }
    const outcome = outcomeOf(shortfall);
    if (outcome === 'complete') await this.confirm(owner, id);
    return {
      outcome,
      result: {
        accounts: totalOf(accounts),
        accounts_failed: accounts.failed,
        locations: totalOf(locations),
        locations_failed: locations.failed,
        locations_incomplete: incomplete,
        reviews: sums.listed,
        reviews_missing: sums.missing,
        reviews_new: sums.added,
        reviews_changed: sums.changed,
        reviews_deleted: sums.deleted,
      },
    };
  }

  /** From here on, responses show all reviews as of the time when the job was started. */
  private async confirm(owner: string, id: string): Promise<void> {
    const job = await this.jobs.findById(id);
    if (job) await this.recorder.confirm(owner, job.created_at);
  }

  private async findAccounts(job: ReviewJob, call: UserCall): Promise<readonly string[]> {
    const found = new Set<string>();
    for await (const { accounts } of this.accounts.pages(call)) {
      const seen = accounts.map(({ id, accountName, type }): SeenAccount => ({
        account: `accounts/${id}`,
        name: accountName,
        type,
      }));
      await this.places.storeAccounts(job.user_id, seen, new Date());
      await this.steps.addAccounts(job, seen);
      await this.log.append(
        job,
        seen.map((data) => ({ type: 'account', data })),
      );
      for (const { account } of seen) found.add(account);
    }
    return [...found];
  }
}
