import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { RunService } from '@tributary/pipeline';
import { REVIEW_FETCH } from '../fetching/review-fetch.kinds';
import { ReviewJobMetrics } from './review-job-metrics.service';
import { ReviewJobRepository } from './review-job.repository';
import { ReviewSlotRepository, type TakenSlot } from './review-slot.repository';

const RETRY_AFTER_SECONDS = 30;
/** A process that took a slot has stored its job, or given it up, long before. */
const RECLAIM_AFTER_MS = 120_000;
/** How often a process looks for such slots while the buffer is full. */
const RECLAIM_EVERY_MS = 10_000;
const BATCH = 1_000;

/**
 * The bounded buffer of jobs that wait to be started. A job takes a slot before it is stored, and gives it
 * back when it begins; without one it is refused.
 */
@Injectable()
export class ReviewBuffer {
  private reclaimedAt = 0;

  constructor(
    private readonly config: Config,
    private readonly slots: ReviewSlotRepository,
    private readonly jobs: ReviewJobRepository,
    private readonly runs: RunService,
    private readonly metrics: ReviewJobMetrics,
  ) {}

  /** Refuses what would find no slot, before anybody else is asked for anything. */
  async checkFree(userId: string): Promise<void> {
    const { REVIEW_JOBS_PER_USER, REVIEW_BUFFER_SIZE } = this.config;
    if (await this.slots.isFullOfUser(userId, REVIEW_JOBS_PER_USER)) {
      if (!(await this.reclaimOfUser(userId))) throw this.refusal('REVIEW_JOBS_WAITING');
    }
    if ((await this.slots.countTaken()) < REVIEW_BUFFER_SIZE) return;
    if (!(await this.reclaim())) throw this.refusal('REVIEW_BUFFER_FULL');
  }

  /** Takes a slot for a job that is about to be stored. */
  async take(userId: string, jobId: string): Promise<void> {
    const { REVIEW_JOBS_PER_USER, REVIEW_BUFFER_SIZE } = this.config;
    const at = new Date();
    if (!(await this.slots.takeOfUser(userId, jobId, REVIEW_JOBS_PER_USER, at))) {
      throw this.refusal('REVIEW_JOBS_WAITING');
    }
    if (await this.slots.take(userId, jobId, REVIEW_BUFFER_SIZE, at)) return;
    await this.slots.free(userId, jobId);
    throw this.refusal('REVIEW_BUFFER_FULL');
  }

  /** Gives the slot of a job back; true the first time. */
  free(userId: string, jobId: string): Promise<boolean> {
    return this.slots.free(userId, jobId);
  }

  /** Frees slots whose jobs were never stored, or are over; true if there were any. */
  private async reclaim(): Promise<boolean> {
    const now = Date.now();
    if (now < this.reclaimedAt + RECLAIM_EVERY_MS) return false;
    this.reclaimedAt = now;
    const taken = await this.slots.findTaken(stale(now), this.config.REVIEW_BUFFER_SIZE);
    let hasFreed = false;
    for (let start = 0; start < taken.length; start += BATCH) {
      const batch = taken.slice(start, start + BATCH);
      for (const { user_id, job_id } of await this.findAbandoned(batch)) {
        hasFreed = (await this.slots.free(user_id, job_id)) || hasFreed;
      }
    }
    return hasFreed;
  }

  private async reclaimOfUser(userId: string): Promise<boolean> {
    const taken = await this.slots.findOfUser(userId, stale(Date.now()));
    const abandoned = await this.findAbandoned(taken);
    for (const { job_id } of abandoned) await this.slots.free(userId, job_id);
    return abandoned.length > 0;
  }

  private async findAbandoned<Slot extends TakenSlot>(taken: readonly Slot[]): Promise<Slot[]> {
    const waiting = new Set<string>();
    for (const { id, run_id } of await this.jobs.findWaiting(taken.map(({ job_id }) => job_id))) {
      const hasRun = run_id !== null || (await this.runs.findActive(REVIEW_FETCH, id));
      if (hasRun) waiting.add(id);
      else await this.jobs.giveUp(id);
    }
    return taken.filter(({ job_id }) => !waiting.has(job_id));
  }

  private refusal(code: 'REVIEW_BUFFER_FULL' | 'REVIEW_JOBS_WAITING'): DomainError {
    this.metrics.countRejected();
    return new DomainError(code, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

function stale(now: number): Date {
  return new Date(now - RECLAIM_AFTER_MS);
}
