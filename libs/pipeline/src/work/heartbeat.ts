import { Injectable, Logger } from '@nestjs/common';
import { Config } from '@tributary/config';
import { type Run } from '../ledger/run';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { type AttemptProgress } from './attempt-progress';
import { type RunLease } from './run-lease';

/** Heartbeats in a lease: two may fail before the lease is lost. */
const HEARTBEATS_PER_LEASE = 3;

/** Renews the lease of a run in the ledger while it is worked on, and notices a cancellation. */
@Injectable()
export class Heartbeat {
  private readonly logger = new Logger(Heartbeat.name);
  private readonly leaseMs: number;
  private readonly intervalMs: number;

  constructor(
    config: Config,
    private readonly transitions: RunTransitions,
  ) {
    this.leaseMs = config.RUN_LEASE_SECONDS * 1000;
    // A cancelled run is stopped by the next heartbeat, so these may be closer together.
    this.intervalMs = Math.min(this.leaseMs / HEARTBEATS_PER_LEASE, config.RUN_HEARTBEAT_MS);
  }

  /** Begins the heartbeats of a run; call what it returns to stop them. */
  start(run: Run, lease: RunLease, progress: AttemptProgress): () => void {
    const timer = setInterval(() => void this.renew(run, lease, progress), this.intervalMs);
    return () => clearInterval(timer);
  }

  private async renew(run: Run, lease: RunLease, { latest }: AttemptProgress): Promise<void> {
    if (lease.broken !== undefined) return;
    const sentAt = performance.now();
    const now = new Date();
    const until = new Date(now.getTime() + this.leaseMs);
    try {
      const renewed = await this.transitions.renew(run, now, until, latest);
      if (!renewed) {
        // Also when this worker has just ended or requeued the run itself.
        lease.break('lost');
        return;
      }
      lease.renewed(sentAt);
      if (renewed.cancel_requested_at) lease.break('cancelled');
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Heartbeat failed' });
    }
  }
}
