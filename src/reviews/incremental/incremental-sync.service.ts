import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type ErrorCode, type RunCounts } from '@tributary/contracts';
import {
  type BusinessReview,
  BusinessReviewsClient,
  MAX_BATCH_LOCATIONS,
  type UserCall,
} from '@tributary/google';
import { type ClaimedRun } from '@tributary/pipeline';
import { ConnectionCredentials } from '../connections/connection-credentials.service';
import { type ReviewConnection } from '../connections/review-connection';
import { ReviewConnectionRepository } from '../connections/review-connection.repository';
import { toObservedReview } from '../fetching/observed-review';
import { ReviewPublisher } from '../fetching/review-publisher';
import { ReviewJobLogRepository } from '../jobs/review-job-log.repository';
import { ReviewJobStepRepository } from '../jobs/review-job-step.repository';
import { type KnownLocation } from '../store/review-place';
import { ReviewPlaceRepository } from '../store/review-place.repository';
import { ReviewChangeRecorder } from '../rollups/review-change-recorder.service';
import { ReviewRepository } from '../store/review.repository';
import { NewsReader, type NewsSource } from './news-reader';
import { type ReviewSyncPayload } from './review-sync.kinds';
import { SyncJob } from './sync-job';
import { SyncJobs } from './sync-jobs.service';

const OF_ONE_LOCATION: readonly ErrorCode[] = [
  'BUSINESS_LOCATION_NOT_FOUND',
  'BUSINESS_ACCESS_DENIED',
  'LOCATION_NOT_VERIFIED',
];

interface Batch {
  readonly account: string;
  readonly locations: readonly KnownLocation[];
}

interface Syncing {
  readonly run: ClaimedRun<ReviewSyncPayload>;
  readonly connection: ReviewConnection;
  readonly call: UserCall;
  readonly job: SyncJob;
  readonly counts: Record<'locations' | 'unreadable' | 'requests' | 'added' | 'changed', number>;
}

/** Reads what is new since the last sync of a connection, many locations with one request. */
@Injectable()
export class IncrementalSyncService {
  constructor(
    private readonly client: BusinessReviewsClient,
    private readonly credentials: ConnectionCredentials,
    private readonly connections: ReviewConnectionRepository,
    private readonly jobs: SyncJobs,
    private readonly steps: ReviewJobStepRepository,
    private readonly log: ReviewJobLogRepository,
    private readonly places: ReviewPlaceRepository,
    private readonly reviews: ReviewRepository,
    private readonly recorder: ReviewChangeRecorder,
    private readonly publisher: ReviewPublisher,
  ) {}

  sync(
    run: ClaimedRun<ReviewSyncPayload>,
    connection: ReviewConnection,
    fullJobId: string,
  ): Promise<RunCounts> {
    return this.credentials.use(run, connection.id, async (call) => {
      const counts = { locations: 0, unreadable: 0, requests: 0, added: 0, changed: 0 };
      const { log, steps, publisher } = this;
      const open = () => this.jobs.open(run, connection, 'incremental');
      const job = new SyncJob({ log, steps, publisher, open });
      const syncing = { run, connection, call, job, counts };
      for await (const batch of this.batches(connection, fullJobId)) {
        run.signal.throwIfAborted();
        await this.readBatch(syncing, batch);
        counts.locations += batch.locations.length;
        run.progress({ done: counts.locations });
      }
      return counts;
    });
  }

  /** The locations that the last full sync listed, by account. */
  private async *batches(
    { user_id, unreadable_locations }: ReviewConnection,
    fullJobId: string,
  ): AsyncGenerator<Batch, void, undefined> {
    const leftOut = new Set(unreadable_locations);
    let account = '';
    let names: string[] = [];
    const batch = async (): Promise<Batch> => {
      const batched = names;
      names = [];
      return { account, locations: await this.places.findKnown(user_id, batched) };
    };
    for await (const listed of this.steps.findListed(fullJobId)) {
      if (leftOut.has(listed.location)) continue;
      const isFull = names.length === MAX_BATCH_LOCATIONS;
      if (names.length > 0 && (isFull || listed.account !== account)) yield batch();
      account = listed.account;
      names.push(listed.location);
    }
    if (names.length > 0) yield batch();
  }

  private async readBatch(syncing: Syncing, { account, locations }: Batch): Promise<void> {
    const { connection, call, counts } = syncing;
    const known = new Map(locations.map((location) => [idOf(location.location), location]));
    let seenAt = new Date();
    const source: NewsSource<BusinessReview> = {
      readBatch: async (locationIds, pageToken) => {
        seenAt = new Date();
        counts.requests += 1;
        try {
          return await this.client.listBatch(call, idOf(account), locationIds, { pageToken });
        } catch (error) {
          if (codeOf(error) === 'PAGE_TOKEN_INVALID') return undefined;
          throw error;
        }
      },
      isOfOneLocation: (error) => OF_ONE_LOCATION.some((code) => code === codeOf(error)),
      take: async (found) => {
        for (const [id, location] of known) {
          const ofLocation = found.filter(({ locationId }) => locationId === id);
          if (ofLocation.length > 0) {
            await this.store(syncing, account, location, ofLocation, seenAt);
          }
        }
      },
      settle: async (id, newest) => {
        if (newest === undefined) return;
        await this.places.moveNewest(connection.user_id, `locations/${id}`, newest);
      },
      setAside: async (id) => {
        counts.unreadable += 1;
        await this.connections.addUnreadable(connection.id, `locations/${id}`);
      },
    };
    const times = [...known].map(
      ([id, { newest_update_time }]) => [id, newest_update_time] as const,
    );
    await new NewsReader(source).read(new Map(times));
  }

  private async store(
    { connection, job, counts }: Syncing,
    account: string,
    location: KnownLocation,
    found: readonly BusinessReview[],
    seenAt: Date,
  ): Promise<void> {
    const { id, user_id: owner, last_sync_run_id } = connection;
    const observed = [
      ...new Map(found.map((review) => [review.key, toObservedReview(review)])).values(),
    ];
    // The same until a sync succeeds: what one that failed had stored is news to the next one, too.
    const seenBy = `${id}/${last_sync_run_id}`;
    const page = { owner, account, seenBy, seenAt, reviews: observed };
    const changes = await this.recorder.record(owner, (announce) =>
      this.reviews.store(page, announce),
    );
    const news = observed.filter((_, index) => changes[index] !== 'unchanged');
    if (news.length === 0) return;
    const ofNews = changes.filter((change) => change !== 'unchanged');
    const added = ofNews.filter((change) => change === 'new').length;
    counts.added += added;
    counts.changed += ofNews.length - added;
    const seenAccount = await this.places.findAccount(owner, account);
    await job.add({ account: seenAccount, location }, news, ofNews);
  }
}

/** What stands behind the last slash. */
function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof DomainError ? error.code : undefined;
}
