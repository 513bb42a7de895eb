import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { Leases } from '@tributary/mongo';
import { randomUUID } from 'node:crypto';
import { DormantSweeper } from '../children/dormant-sweeper';
import { ParentKeeper } from '../children/parent-keeper';
import { Dispatcher } from '../dispatch/dispatcher';
import { nextCheck } from '../dispatch/next-check';
import { RunQueues } from '../dispatch/run-queues';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { RunRepository } from '../ledger/run.repository';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { Outbox } from '../outbox/outbox';
import { ParkingService } from '../parking/parking.service';
import { KindPauses } from '../state/kind-pauses.repository';
import { RedisEpoch } from '../state/redis-epoch.repository';
import { AbandonedRuns } from './abandoned-runs';

const DUTY = 'reconciler';
/** Runs in one batch. */
const BATCH = 500;
/** Batches in one round: the rest waits for the next one. */
const BATCHES = 40;
const DISPATCH_MS = 5_000;
/** The pause before a failed delivery is retried; others are delivered meanwhile. */
const REDELIVERY_MS = 10_000;

/**
 * Makes sure that no run is stuck: dispatches queued runs that no queue has, requeues runs of dead
 * workers, fails parked ones whose date has passed, looks after the children of waiting ones, and
 * delivers terminal events that were not delivered. One process does it at a time; as
 * every step is a conditional update, two would do no harm. Runs of kinds that this version of the
 * product does not know are left to one that does.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Reconciler.name);
  private readonly name = randomUUID();
  private readonly intervalMs: number;
  private readonly firstCheckMs: number;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isWanted = false;

  constructor(
    config: Config,
    private readonly kinds: RunKindRegistry,
    private readonly repository: RunRepository,
    private readonly transitions: RunTransitions,
    private readonly abandoned: AbandonedRuns,
    private readonly parking: ParkingService,
    private readonly parents: ParentKeeper,
    private readonly dormant: DormantSweeper,
    private readonly pauses: KindPauses,
    private readonly leases: Leases,
    private readonly epoch: RedisEpoch,
    private readonly dispatcher: Dispatcher,
    private readonly queues: RunQueues,
    private readonly outbox: Outbox,
    private readonly work: InFlightTracker,
  ) {
    this.intervalMs = config.RECONCILE_SECONDS * 1000;
    this.firstCheckMs = config.DISPATCH_CHECK_SECONDS * 1000;
  }

  onApplicationBootstrap(): void {
    this.work.closing.addEventListener('abort', () => clearInterval(this.timer));
    this.timer = setInterval(() => this.start(), this.intervalMs);
    this.start();
    // A Redis that is available again may be empty: runs should not wait for the next round.
    for (const [, queue] of this.queues.entries()) queue.client.on('ready', () => this.start());
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
    await this.leases.release(DUTY, this.name).catch(() => undefined);
  }

  /** Starts a round unless one is under way; then another one follows it. */
  private start(): void {
    if (this.work.isDraining) return;
    if (this.round) {
      this.isWanted = true;
      return;
    }
    this.round = this.go()
      .catch((error: unknown) =>
        this.logger.warn({ err: error, msg: 'Reconciliation round failed' }),
      )
      .finally(() => {
        this.round = undefined;
        if (!this.isWanted) return;
        this.isWanted = false;
        this.start();
      });
  }

  private async go(): Promise<void> {
    if (!(await this.isOurs())) return;
    await this.eachBatch((limit) => this.abandoned.takeBack(limit));
    await this.eachBatch((limit) => this.parking.checkDue(limit));
    await this.eachBatch((limit) => this.parents.keepDue(limit));
    await this.eachBatch((limit) => this.deliver(limit));
    await this.dormant.sweepWhenDue(new Date());
    await this.noticeEmptyRedis();
    await this.eachBatch((limit) => this.dispatch(limit));
  }

  private isOurs(): Promise<boolean> {
    const now = Date.now();
    const until = new Date(now + 3 * this.intervalMs);
    return this.leases.take(DUTY, this.name, new Date(now), until);
  }

  /** Works in batches until one is not full, and stops when another process has the lease. */
  private async eachBatch(step: (limit: number) => Promise<number>): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      if (this.work.isDraining || (await step(BATCH)) < BATCH || !(await this.isOurs())) return;
    }
  }

  private async deliver(limit: number): Promise<number> {
    const undelivered = await this.repository.findUndelivered(new Date(), limit);
    for (const run of undelivered) {
      if (await this.outbox.deliver(run)) continue;
      // Redis is unavailable, so the others could not be delivered either.
      await this.transitions.rescheduleDelivery(run.id, new Date(Date.now() + REDELIVERY_MS));
      return 0;
    }
    return undelivered.length;
  }

  private async noticeEmptyRedis(): Promise<void> {
    const { epoch, isNew, isFirst } = await this.epoch.current();
    if (!isNew) return;
    if (!isFirst) {
      this.logger.warn('Redis was wiped or replaced: dispatching all queued runs again');
    }
    await this.transitions.dueNow({}, new Date());
    await this.epoch.remember(epoch);
  }

  private async dispatch(limit: number): Promise<number> {
    const { names } = this.kinds;
    const paused = await this.pauses.all(names);
    const started = names.filter((kind) => !paused.has(kind));
    const due = await this.repository.findDueForDispatch(new Date(), started, limit);
    const taken = await this.dispatcher.dispatch(due, DISPATCH_MS);
    await this.transitions.dispatched(
      taken.map((run) => ({
        id: run.id,
        due: nextCheck(run.queued_at, this.firstCheckMs, run.not_before),
      })),
    );
    // Stops here, or a queue that accepts nothing would be offered the same runs again and again.
    return taken.length < due.length ? 0 : due.length;
  }
}
