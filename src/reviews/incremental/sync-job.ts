import { type ReviewJob } from '../jobs/review-job';
import { type ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { type ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { JobReviewLog } from '../fetching/job-review-log';
import { type ReviewPublisher } from '../fetching/review-publisher';
import { type SeenAccount, type SeenLocation } from '../store/review-place';
import { type ObservedReview, type ReviewChange } from '../store/stored-review';

/** What the job of a sync works with. */
export interface SyncJobContext {
  readonly log: ReviewJobLogRepository;
  readonly steps: ReviewJobStepRepository;
  readonly publisher: ReviewPublisher;
  /** Creates the job, or gives the one that an earlier attempt created. */
  open(): Promise<ReviewJob>;
}

/** Where reviews were found. */
export interface FoundAt {
  readonly account: SeenAccount;
  readonly location: SeenLocation;
}

/** Reviews per entry of the log. */
const CHUNK = 50;

/** The job of a sync that found something: a sync that finds nothing has none. */
export class SyncJob {
  private job: ReviewJob | undefined;

  constructor(private readonly context: SyncJobContext) {}

  /** Publishes and logs the new and changed reviews of a location. */
  async add(
    { account, location }: FoundAt,
    found: readonly ObservedReview[],
    changes: readonly ReviewChange[],
  ): Promise<void> {
    const { log, steps, publisher } = this.context;
    this.job ??= await this.context.open();
    const { job } = this;
    await steps.addAccounts(job, [account]);
    await steps.addLocations(job, account.account, [location]);
    await steps.claimLocations(job.id, account.account);
    await log.append(job, [
      { type: 'account', data: account },
      { type: 'location', data: { ...location, account: account.account } },
    ]);
    const { id: jobId, user_id: owner } = job;
    const name = location.location;
    const chunks = await JobReviewLog.open(
      {
        append: (entries) => log.append(job, entries),
        findChunkIds: (of, chunk) => log.findChunkIds(jobId, of, chunk),
      },
      name,
      (reviews) => publisher.publish({ jobId, owner, location: name, reviews }),
    );
    for (let start = 0; start < found.length; start += CHUNK) {
      await chunks.add(found.slice(start, start + CHUNK));
    }
    const added = changes.filter((change) => change === 'new').length;
    await steps.countFound(jobId, name, { added, changed: changes.length - added });
  }
}
