import { Injectable } from '@nestjs/common';
import { DomainError, SecretBox } from '@tributary/common';
import { Config } from '@tributary/config';
import { TokenInspector, type TokenInfo } from '@tributary/google';
import { RunService } from '@tributary/pipeline';
import { randomUUID } from 'node:crypto';
import { REVIEW_FETCH, WAITING_FOR_TOKEN } from '../fetching/review-fetch.kinds';
import {
  type JobAccount,
  type JobLocation,
  type ReviewJob,
  type ReviewJobView,
} from './review-job';
import { ReviewBuffer } from './review-buffer.service';
import { ReviewJobMetrics } from './review-job-metrics.service';
import { type NewToken, ReviewJobRepository } from './review-job.repository';
import { type LocationSums, ReviewJobStepRepository } from './review-job-step.repository';
import { sealToken } from './sealed-token';
import { toJobView } from './to-job-view';
import { type StepCounts } from './review-job';

const DAY_MS = 86_400_000;
/** An owner with more accounts than these sees the first of them. */
const ACCOUNTS_SHOWN = 1_000;

/** All that is known of a job. */
export interface ReviewJobDetails extends ReviewJobView {
  readonly accountCounts: StepCounts;
  readonly sums: LocationSums;
  readonly accounts: readonly JobAccount[];
  readonly locations: readonly JobLocation[];
}

/** Jobs that fetch all reviews with an access token that a user gave. */
@Injectable()
export class ReviewJobService {
  constructor(
    private readonly config: Config,
    private readonly inspector: TokenInspector,
    private readonly box: SecretBox,
    private readonly buffer: ReviewBuffer,
    private readonly jobs: ReviewJobRepository,
    private readonly steps: ReviewJobStepRepository,
    private readonly runs: RunService,
    private readonly metrics: ReviewJobMetrics,
  ) {}

  /** Accepts a job, or refuses it before anything of it is stored. */
  async create(userId: string, accessToken: unknown): Promise<ReviewJobView> {
    const token = requireToken(accessToken);
    await this.buffer.checkFree(userId);
    const info = await this.inspector.inspectForBusiness(token);
    const id = randomUUID();
    await this.buffer.take(userId, id);
    try {
      const job = await this.store(userId, id, token, info);
      this.metrics.countEnqueued();
      return toJobView(job);
    } catch (error) {
      // Should that fail, too, the slot is reclaimed later.
      await this.jobs.giveUp(id).catch(() => undefined);
      await this.buffer.free(userId, id).catch(() => undefined);
      throw error;
    }
  }

  /** The jobs of a user, newest first, and how many there are in all. */
  async list(userId: string, offset: number, limit: number): Promise<[ReviewJobView[], number]> {
    const [jobs, total] = await this.jobs.list(userId, offset, limit);
    return [jobs.map(toJobView), total];
  }

  /** A job with its stages, and a part of its locations. */
  async get(userId: string, id: string, offset: number, limit: number): Promise<ReviewJobDetails> {
    const job = await this.getOwned(userId, id);
    const [accountCounts, sums, accounts, locations] = await Promise.all([
      this.steps.countAccounts(id),
      this.steps.sumLocations(id),
      this.steps.listAccounts(id, ACCOUNTS_SHOWN),
      this.steps.listLocations(id, offset, limit),
    ]);
    return { ...toJobView(job), accountCounts, sums, accounts, locations };
  }

  /** Cancels a job and everything under it. */
  async cancel(userId: string, id: string): Promise<ReviewJobView> {
    const job = await this.getOwned(userId, id);
    if (job.end !== null) throw new DomainError('RUN_ENDED');
    if (job.run_id === null) throw new DomainError('CONCURRENT_CHANGE');
    await this.runs.cancel(job.run_id);
    return toJobView(await this.getOwned(userId, id));
  }

  /** Gives a job another token of the same Google user, with which it goes on. */
  async setToken(userId: string, id: string, accessToken: unknown): Promise<ReviewJobView> {
    const token = requireToken(accessToken);
    const job = await this.getOwned(userId, id);
    const info = await this.inspector.inspectForBusiness(token);
    requireSameUser(job, info);
    const updated = await this.jobs.setToken(userId, id, this.tokenOf(id, token, info));
    if (!updated) throw new DomainError('REVIEW_JOB_ENDED');
    for (const root of updated.roots) await this.runs.unpark({ root, reason: WAITING_FOR_TOKEN });
    return toJobView(updated);
  }

  /** A job of a user; NOT_FOUND for another's. */
  async getOwned(userId: string, id: string): Promise<ReviewJob> {
    const job = await this.jobs.find(userId, id);
    if (!job) throw new DomainError('NOT_FOUND', { detail: 'Job not found' });
    return job;
  }

  private async store(
    userId: string,
    id: string,
    token: string,
    info: TokenInfo,
  ): Promise<ReviewJob> {
    const created_at = new Date();
    const days = this.config.REVIEW_JOB_RETENTION_DAYS;
    await this.jobs.create({
      id,
      user_id: userId,
      connection_id: null,
      mode: 'full',
      ...this.tokenOf(id, token, info),
      created_at,
      expires_at: new Date(created_at.getTime() + days * DAY_MS),
    });
    const { run } = await this.runs.trigger(REVIEW_FETCH, {
      subject: id,
      owner: userId,
      payload: { job_id: id },
    });
    if (await this.jobs.setRun(id, run.id)) return this.getOwned(userId, id);
    // It took so long that the job was given up.
    await this.runs.cancel(run.id);
    throw new DomainError('DEPENDENCY_UNAVAILABLE');
  }

  private tokenOf(jobId: string, token: string, info: TokenInfo): NewToken {
    return {
      google_user_id: info.userId ?? null,
      google_email: info.email ?? null,
      oauth_client_id: info.clientId,
      token_sealed: sealToken(this.box, jobId, token),
      token_expires_at: info.expiresAt,
    };
  }
}

function requireToken(given: unknown): string {
  const token = typeof given === 'string' ? given.trim() : '';
  if (token === '') throw new DomainError('REVIEW_TOKEN_MISSING');
  return token;
}

/** A token tells its user only with the scopes for that; without, the OAuth client has to be the same. */
function requireSameUser(job: ReviewJob, { userId, email, clientId }: TokenInfo): void {
  const { google_user_id, google_email, oauth_client_id } = job;
  const isSame =
    google_user_id !== null
      ? userId === google_user_id
      : google_email !== null
        ? email === google_email
        : clientId === oauth_client_id;
  if (!isSame) throw new DomainError('REVIEW_TOKEN_OTHER_USER');
}
