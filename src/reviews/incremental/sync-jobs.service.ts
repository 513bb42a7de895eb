import { Injectable } from '@nestjs/common';
import { Config } from '@tributary/config';
import { GoogleOAuth } from '@tributary/google';
import { isDuplicateKey } from '@tributary/mongo';
import { type ClaimedRun } from '@tributary/pipeline';
import { type ReviewConnection } from '../connections/review-connection';
import { type ReviewJob, type ReviewJobMode } from '../jobs/review-job';
import { ReviewJobRepository } from '../jobs/review-job.repository';

const DAY_MS = 86_400_000;

/** The jobs of syncs: they have the id of the run that does the sync, and no token of their own. */
@Injectable()
export class SyncJobs {
  constructor(
    private readonly config: Config,
    private readonly oauth: GoogleOAuth,
    private readonly jobs: ReviewJobRepository,
  ) {}

  /** Creates the job of a sync, or gives the one that an earlier attempt created. */
  async open(
    run: ClaimedRun,
    connection: ReviewConnection,
    mode: ReviewJobMode,
  ): Promise<ReviewJob> {
    const created_at = new Date();
    const days = this.config.REVIEW_JOB_RETENTION_DAYS;
    try {
      await this.jobs.create({
        id: run.id,
        user_id: connection.user_id,
        connection_id: connection.id,
        mode,
        google_user_id: connection.google_user_id,
        google_email: connection.email,
        oauth_client_id: this.oauth.clientId,
        token_sealed: null,
        token_expires_at: created_at,
        created_at,
        expires_at: new Date(created_at.getTime() + days * DAY_MS),
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // The run of a full one is the child that does it.
    const job =
      mode === 'incremental'
        ? await this.jobs.begin(run.id, run.id, created_at)
        : await this.jobs.findById(run.id);
    if (!job) throw new Error(`The job ${run.id} was deleted`);
    return job;
  }

  /** A job whose locations a later sync may read. */
  async isKept(jobId: string): Promise<boolean> {
    const job = await this.jobs.findById(jobId);
    return job !== undefined && job.expires_at > new Date();
  }
}
