import { Injectable, Logger } from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Run } from '../ledger/run';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { FenceCounter } from '../state/fence-counter.repository';
import { KindPauses } from '../state/kind-pauses.repository';
import { RunLease } from './run-lease';

const LEDGER_RETRY_MS = 1_000;

/** A run that this worker has claimed, with its lease. */
export interface LeasedRun {
  readonly run: Run;
  readonly lease: RunLease;
}

/** Claims queued runs for this worker in the ledger, each under a new fence and a lease. */
@Injectable()
export class RunClaimer {
  private readonly logger = new Logger(RunClaimer.name);
  private readonly worker = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  private readonly leaseMs: number;

  constructor(
    config: Config,
    private readonly work: InFlightTracker,
    private readonly transitions: RunTransitions,
    private readonly fences: FenceCounter,
    private readonly pauses: KindPauses,
  ) {
    this.leaseMs = config.RUN_LEASE_SECONDS * 1000;
  }

  /**
   * Undefined when the run must not start now: its job is stale, a duplicate or early, its kind is
   * paused, or this process is draining. Retries while the store is unavailable, because a job that
   * is given up is gone from its queue.
   */
  async claim(kind: string, id: string): Promise<LeasedRun | undefined> {
    for (;;) {
      try {
        return await this.tryClaim(kind, id);
      } catch (error) {
        if (this.work.isDraining) throw error;
        this.logger.warn({ err: error, msg: 'Run store unavailable, retrying' });
        await delay(LEDGER_RETRY_MS);
      }
    }
  }

  private async tryClaim(kind: string, id: string): Promise<LeasedRun | undefined> {
    if (this.work.isDraining) {
      await this.transitions.dueNow({ ids: [id] }, new Date());
      return undefined;
    }
    const [isPaused, fence] = await Promise.all([this.pauses.isPaused(kind), this.fences.next()]);
    if (isPaused) return undefined;
    const sentAt = performance.now();
    const now = new Date();
    const until = new Date(now.getTime() + this.leaseMs);
    const run = await this.transitions.claim({ id, fence }, this.worker, now, until);
    if (!run) return undefined;
    // Once more after the claim: a pause that was acknowledged in between is seen here.
    if (await this.pauses.isPaused(kind)) {
      await this.transitions.requeue(run, { what: 'handed_back', notBefore: now }, now);
      return undefined;
    }
    return { run, lease: new RunLease(fence, this.leaseMs, sentAt) };
  }
}
