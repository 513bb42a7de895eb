import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import {
  type ChildrenSummary,
  childRun,
  type ClaimedRun,
  fanOut,
  type FanOut,
  type Joined,
} from '@tributary/pipeline';
import { type ReviewConnection } from '../connections/review-connection';
import { ReviewConnectionRepository } from '../connections/review-connection.repository';
import { REVIEW_FETCH } from '../fetching/review-fetch.kinds';
import { ReviewJobRepository } from '../jobs/review-job.repository';
import { IncrementalSyncService } from './incremental-sync.service';
import { type ReviewSyncPayload } from './review-sync.kinds';
import { SyncJobs } from './sync-jobs.service';

/** Syncs connections: a full sync is a job under the run of the sync, others are read here. */
@Injectable()
export class ReviewSyncService {
  constructor(
    private readonly config: Config,
    private readonly connections: ReviewConnectionRepository,
    private readonly jobs: ReviewJobRepository,
    private readonly syncJobs: SyncJobs,
    private readonly incremental: IncrementalSyncService,
  ) {}

  async sync(run: ClaimedRun<ReviewSyncPayload>): Promise<RunCounts | FanOut> {
    const connection = await this.connections.findById(run.subject);
    // Deleted after the run was triggered.
    if (!connection) return {};
    const fullJobId = run.payload.full ? undefined : await this.findFreshFull(connection);
    if (fullJobId !== undefined) return this.incremental.sync(run, connection, fullJobId);
    const { id } = await this.syncJobs.open(run, connection, 'full');
    return fanOut([childRun(REVIEW_FETCH, { key: 'full', subject: id, payload: { job_id: id } })]);
  }

  /** A full sync has ended. */
  async join(
    run: ClaimedRun<ReviewSyncPayload>,
    { kinds, failures }: ChildrenSummary,
  ): Promise<Joined> {
    const fetched = kinds[REVIEW_FETCH.name];
    if (fetched?.succeeded !== 1) throw failureOf(failures[0]?.error ?? null);
    const job = await this.jobs.findById(run.id);
    if (job) await this.connections.keepFullSync(run.subject, job.id, job.created_at);
    return { result: fetched.result, outcome: fetched.partial > 0 ? 'partial' : 'complete' };
  }

  /** The job of the last full sync, unless another one is due. */
  private async findFreshFull({
    full_job_id,
    last_full_sync_at,
  }: ReviewConnection): Promise<string | undefined> {
    if (full_job_id === null || last_full_sync_at === null) return undefined;
    const age = Date.now() - last_full_sync_at.getTime();
    if (age >= this.config.REVIEW_AUDIT_INTERVAL * 1_000) return undefined;
    return (await this.syncJobs.isKept(full_job_id)) ? full_job_id : undefined;
  }
}

function failureOf(error: ChildrenSummary['failures'][number]['error']): DomainError {
  if (!error) {
    return new DomainError('REVIEW_FETCH_FAILED', { detail: 'The job of the sync was cancelled.' });
  }
  const code = error.code === 'GOOGLE_CONSENT_REVOKED' ? error.code : 'REVIEW_FETCH_FAILED';
  return new DomainError(code, { detail: error.message });
}
