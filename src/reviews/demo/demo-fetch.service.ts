import { Injectable } from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { type ReviewJobView } from '../jobs/review-job';
import { ReviewJobService } from '../jobs/review-job.service';
import { toJobView } from '../jobs/to-job-view';
import { NestedReviewsService } from '../nested/nested-reviews.service';
import { JobNews } from '../stream/job-news';

const PATIENCE_MS = 60_000;
/** Only for news that were not heard. */
const POLL_MS = 2_000;

/** What there is to answer: everything, or a job that is not done yet. */
export type FetchAnswer =
  | { readonly isComplete: true; readonly json: AsyncGenerator<string, void, undefined> }
  | { readonly isComplete: false; readonly view: ReviewJobView };

/** Fetches reviews and gives them in one answer, where they do not take too long. */
@Injectable()
export class DemoFetchService {
  constructor(
    private readonly jobs: ReviewJobService,
    private readonly nested: NestedReviewsService,
    private readonly news: JobNews,
    private readonly work: InFlightTracker,
  ) {}

  async fetchNested(userId: string, accessToken: unknown): Promise<FetchAnswer> {
    const { job } = await this.jobs.create(userId, accessToken);
    const view = await this.waitForEnd(userId, job.id);
    if (view.job.finished_at === null) return { isComplete: false, view };
    return { isComplete: true, json: await this.nested.open(userId, job.id) };
  }

  /** The job when it has ended, waits for a token, or took too long. */
  private async waitForEnd(userId: string, jobId: string): Promise<ReviewJobView> {
    const deadline = Date.now() + PATIENCE_MS;
    const { closing } = this.work;
    const listener = this.news.listen(jobId);
    try {
      for (;;) {
        const view = toJobView(await this.jobs.getOwned(userId, jobId));
        const left = deadline - Date.now();
        const isActive = view.status === 'queued' || view.status === 'running';
        if (!isActive || left <= 0 || closing.aborted) return view;
        await listener.wait(Math.min(POLL_MS, left), closing);
      }
    } finally {
      listener.close();
    }
  }
}
