import { Injectable } from '@nestjs/common';
import { type BusinessLocation, BusinessLocationsClient, type UserCall } from '@tributary/google';
import {
  type ChildrenSummary,
  childRun,
  type ChildRun,
  type ClaimedRun,
  fanOut,
  type FanOut,
  type Joined,
} from '@tributary/pipeline';
import { type ReviewJob } from '../jobs/review-job';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { ReviewChangeRecorder } from '../rollups/review-change-recorder.service';
import { type SeenLocation } from '../store/review-place';
import { ReviewPlaceRepository } from '../store/review-place.repository';
import { JobCredentials } from './job-credentials.service';
import { REVIEW_LISTING, type ReviewLocationsPayload } from './review-fetch.kinds';

/** Finds the locations of one account of a job. */
@Injectable()
export class ReviewLocationsService {
  constructor(
    private readonly locations: BusinessLocationsClient,
    private readonly credentials: JobCredentials,
    private readonly steps: ReviewJobStepRepository,
    private readonly log: ReviewJobLogRepository,
    private readonly places: ReviewPlaceRepository,
    private readonly recorder: ReviewChangeRecorder,
  ) {}

  /** Each location is listed by one run of the job, through however many accounts it is seen. */
  async findLocations(run: ClaimedRun<ReviewLocationsPayload>): Promise<FanOut> {
    const { account } = run.payload;
    const job = await this.credentials.jobOf(run);
    await this.steps.setAccount(job.id, account, { state: 'running' });
    const count = await this.credentials.use(run, job, (call) => this.read(job, account, call));
    // Not before all of them are known: an account that fails leaves its locations to the others.
    await this.steps.claimLocations(job.id, account);
    await this.steps.setAccount(job.id, account, { locations: count });
    return fanOut(this.listings(job.id, account));
  }

  async join(
    { payload }: ClaimedRun<ReviewLocationsPayload>,
    children: ChildrenSummary,
  ): Promise<Joined> {
    const { job_id, account } = payload;
    await this.steps.setAccount(job_id, account, {
      state: 'done',
      error_code: null,
      error_message: null,
    });
    const isComplete = children.failures.length === 0;
    return { result: { locations: children.count }, outcome: isComplete ? 'complete' : 'partial' };
  }

  private async read(job: ReviewJob, account: string, call: UserCall): Promise<number> {
    const found = new Set<string>();
    const accountId = account.slice('accounts/'.length);
    for await (const { locations } of this.locations.pages(call, accountId)) {
      const seen = locations.map(toSeenLocation);
      // No review changes, but responses show titles of locations.
      await this.recorder.record(job.user_id, async (announce) => {
        await announce([]);
        await this.places.storeLocations(job.user_id, account, seen, new Date());
      });
      await this.steps.addLocations(job, account, seen);
      await this.log.append(
        job,
        seen.map((location) => ({ type: 'location', data: { ...location, account } })),
      );
      for (const { location } of seen) found.add(location);
    }
    return found.size;
  }

  private async *listings(jobId: string, account: string): AsyncGenerator<ChildRun> {
    for await (const location of this.steps.findClaimed(jobId, account)) {
      yield childRun(REVIEW_LISTING, {
        key: location,
        subject: `${jobId}/${location}`,
        payload: { job_id: jobId, location },
      });
    }
  }
}

function toSeenLocation({ id, title, address }: BusinessLocation): SeenLocation {
  return {
    location: `locations/${id}`,
    title,
    address: address
      ? {
          region: address.regionCode,
          area: address.administrativeArea,
          locality: address.locality,
          postal_code: address.postalCode,
          lines: address.lines,
        }
      : null,
  };
}
