import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type ErrorCode, type RunCounts } from '@tributary/contracts';
import { BusinessReviewsClient, type UserCall } from '@tributary/google';
import { type ClaimedRun } from '@tributary/pipeline';
import { JobProgress } from '../jobs/job-progress.service';
import { type JobLocation, type ReviewJob } from '../jobs/review-job';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { ReviewPlaceRepository } from '../store/review-place.repository';
import {
  type AnnounceChange,
  ReviewChangeRecorder,
} from '../rollups/review-change-recorder.service';
import { ReviewRepository } from '../store/review.repository';
import { JobCredentials } from './job-credentials.service';
import { JobListing } from './job-listing';
import { JobReviewLog } from './job-review-log';
import { type ReviewListingPayload } from './review-fetch.kinds';
import { ReviewPublisher } from './review-publisher';

/** One account may not see what another one does. */
const NOT_THROUGH_THIS_ACCOUNT: readonly ErrorCode[] = [
  'BUSINESS_LOCATION_NOT_FOUND',
  'BUSINESS_ACCESS_DENIED',
];

/** Lists all reviews of one location of a job, and stores them with the proof that none is missing. */
@Injectable()
export class ReviewListingService {
  constructor(
    private readonly client: BusinessReviewsClient,
    private readonly credentials: JobCredentials,
    private readonly steps: ReviewJobStepRepository,
    private readonly log: ReviewJobLogRepository,
    private readonly places: ReviewPlaceRepository,
    private readonly reviews: ReviewRepository,
    private readonly recorder: ReviewChangeRecorder,
    private readonly publisher: ReviewPublisher,
    private readonly progress: JobProgress,
  ) {}

  async listReviews(run: ClaimedRun<ReviewListingPayload>): Promise<RunCounts> {
    const job = await this.credentials.jobOf(run);
    const step = await this.steps.findLocation(job.id, run.payload.location);
    if (!step) throw new DomainError('NOT_FOUND', { detail: 'The job knows no such location.' });
    return this.credentials.use(run, job, (call) => this.listThroughAny(run, job, step, call));
  }

  private async listThroughAny(
    run: ClaimedRun<ReviewListingPayload>,
    job: ReviewJob,
    step: JobLocation,
    call: UserCall,
  ): Promise<RunCounts> {
    const accounts = new Set([step.listing_account ?? '-', ...step.accounts].filter(Boolean));
    let refused: unknown;
    for (const account of accounts) {
      try {
        return await this.recorder.record(job.user_id, (announce) =>
          this.listThrough(account, run, job, call, announce),
        );
      } catch (error) {
        if (!isOfAccount(error)) throw error;
        refused ??= error;
      }
    }
    throw refused;
  }

  private async listThrough(
    account: string,
    run: ClaimedRun<ReviewListingPayload>,
    job: ReviewJob,
    call: UserCall,
    announce: AnnounceChange,
  ): Promise<RunCounts> {
    const { location } = run.payload;
    const { id, user_id: owner } = job;
    const log = await JobReviewLog.open(
      {
        append: (entries) => this.log.append(job, entries),
        findChunkIds: (of, chunk) => this.log.findChunkIds(id, of, chunk),
      },
      location,
      async (found) => {
        // The full sync of a connection publishes what is new, like all its syncs.
        const isAll = job.connection_id === null;
        const reviews = isAll ? found : found.filter((review) => listing.isNews(review.review_id));
        if (reviews.length === 0) return;
        await this.publisher.publish({ jobId: id, owner, location, reviews });
      },
    );
    const listing = new JobListing({
      client: this.client,
      call,
      reviews: this.reviews,
      announce,
      log,
      owner,
      jobId: id,
      account,
      location,
      onProgress: async (counts) => {
        run.progress({ done: counts.listed, total: counts.expected });
        await this.steps.setLocation(run.fence, id, location, { state: 'running', ...counts });
        await this.progress.publish(job);
      },
    });
    const { proof, began, newest } = await listing.list();
    const deleted = proof.complete ? await listing.markDeleted(began) : 0;
    await this.places.keepProof(owner, location, { ...proof, at: began }, newest);
    const { added, changed } = listing;
    await this.steps.setLocation(run.fence, id, location, {
      ...proof,
      state: 'done',
      added,
      changed,
      deleted,
      error_code: null,
      error_message: null,
    });
    const { listed, missing } = proof;
    return { reviews: listed, missing, added, changed, deleted };
  }
}

function isOfAccount(error: unknown): boolean {
  return error instanceof DomainError && NOT_THROUGH_THIS_ACCOUNT.includes(error.code);
}
