import { Injectable } from '@nestjs/common';
import { DomainError, SecretBox } from '@tributary/common';
import { Config } from '@tributary/config';
import { bearerCredentials, type UserCall } from '@tributary/google';
import { type ClaimedRun, ParkRun } from '@tributary/pipeline';
import { ConnectionCredentials } from '../connections/connection-credentials.service';
import { type ReviewJob } from '../jobs/review-job';
import { ReviewJobRepository } from '../jobs/review-job.repository';
import { openToken } from '../jobs/sealed-token';
import { WAITING_FOR_TOKEN } from './review-fetch.kinds';

const HOUR_MS = 3_600_000;

/** Lets runs of a job call Google with the token of the job. */
@Injectable()
export class JobCredentials {
  constructor(
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly jobs: ReviewJobRepository,
    private readonly connections: ConnectionCredentials,
  ) {}

  /** Calls Google with the token; without one that Google accepts, the run is parked. */
  async use<Result>(
    run: ClaimedRun,
    job: ReviewJob,
    work: (call: UserCall) => Promise<Result>,
  ): Promise<Result> {
    // A replay of a part of the job: its token may only be erased when this run has ended, too.
    if (run.parent === null) await this.jobs.addRoot(job.id, run.id);
    if (job.connection_id !== null) return this.connections.use(run, job.connection_id, work);
    if (job.token_sealed === null) throw await this.parking(job);
    const accessToken = openToken(this.box, job.id, job.token_sealed);
    const credentials = bearerCredentials({ accessToken, clientId: job.oauth_client_id });
    try {
      return await work({ credentials, owner: run.owner, signal: run.signal });
    } catch (error) {
      const isExpired = error instanceof DomainError && error.code === 'GOOGLE_TOKEN_EXPIRED';
      throw isExpired ? await this.parking(job) : error;
    }
  }

  /** The job of a run. */
  async jobOf({ payload }: ClaimedRun<{ readonly job_id: string }>): Promise<ReviewJob> {
    const job = await this.jobs.findById(payload.job_id);
    if (!job) throw new DomainError('NOT_FOUND', { detail: 'The job is not stored any more.' });
    return job;
  }

  private async parking({ id, token_version }: ReviewJob): Promise<ParkRun> {
    const now = new Date();
    await this.jobs.markWaiting(id, token_version, now);
    const until = new Date(now.getTime() + this.config.REVIEW_TOKEN_WAIT_HOURS * HOUR_MS);
    return new ParkRun({ reason: WAITING_FOR_TOKEN, until, code: 'GOOGLE_TOKEN_EXPIRED' });
  }
}
