import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { inWorkContext, LiveEvents, InFlightTracker } from '@tributary/common';
import { Config } from '@tributary/config';
import { type RunJob } from '@tributary/contracts';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DeadLetters } from '../dead-letters/dead-letters.service';
import { Dispatcher } from '../dispatch/dispatcher';
import { RunQueues } from '../dispatch/run-queues';
import { RunKinds } from '../kinds/run-kinds';
import { RunOutcomes } from '../ledger/run-outcomes';
import { PayloadSecrets } from '../ledger/payload-secrets';
import { type Run } from '../ledger/run';
import { RunRepository } from '../ledger/run.repository';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { Outbox } from '../outbox/outbox';
import { FenceCounter } from '../state/fence-counter.repository';
import { KindPauses } from '../state/kind-pauses.repository';
import { RunLease } from './run-lease';
import { ProcessorRegistry } from './processor-registry';
import { RunAttempt } from './run-attempt';
import { type RunHandler } from './run-processor';

const LEDGER_RETRY_MS = 1_000;

/** Takes jobs from the queues and works on the runs that they ring for. */
@Injectable()
export class RunWorker implements OnApplicationBootstrap {
  private readonly logger = new Logger(RunWorker.name);
  private readonly name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  private readonly leaseMs: number;
  private readonly heartbeatMs: number;

  constructor(
    config: Config,
    private readonly kinds: RunKinds,
    private readonly registry: ProcessorRegistry,
    private readonly queues: RunQueues,
    private readonly work: InFlightTracker,
    private readonly repository: RunRepository,
    private readonly transitions: RunTransitions,
    private readonly fences: FenceCounter,
    private readonly pauses: KindPauses,
    private readonly outcomes: RunOutcomes,
    private readonly secrets: PayloadSecrets,
    private readonly deadLetters: DeadLetters,
    private readonly events: LiveEvents,
    private readonly dispatcher: Dispatcher,
    private readonly outbox: Outbox,
  ) {
    this.leaseMs = config.RUN_LEASE_SECONDS * 1000;
    this.heartbeatMs = config.RUN_HEARTBEAT_MS;
  }

  onApplicationBootstrap(): void {
    const processors = this.registry.collect();
    for (const [kind, queue] of this.queues.entries()) {
      const processor = processors.get(kind) as RunHandler;
      const { concurrency } = this.kinds.get(kind);
      // Resolves when the queue is closed; it waits for a Redis that is away.
      queue
        .process(kind, concurrency, ({ data }) => this.perform(kind, data, processor))
        .catch((error: unknown) => this.logger.error({ err: error, msg: `No jobs of ${kind}` }));
    }
    this.work.closing.addEventListener('abort', () => {
      // Bull pauses by closing the connection on which it waits for jobs, and then complains of that.
      this.queues.stopTaking().catch((error: unknown) => this.logger.debug({ err: error }));
    });
  }

  /** Never rejects: how a run went is the ledger's to know, not Bull's. */
  private async perform(kind: string, { run_id }: RunJob, processor: RunHandler): Promise<void> {
    await inWorkContext({ run_id }, async () => {
      const piece = this.work.begin();
      try {
        const claimed = await this.claimWhenPossible(kind, run_id);
        if (!claimed) return;
        const { run, lease } = claimed;
        piece.signal.addEventListener('abort', () => lease.break('handed_back'));
        await this.settle(await this.attempt(run, lease).make(processor));
      } catch (error) {
        // The run stays as it is: running ones are found by their lease, queued ones by their due.
        this.logger.error({ err: error, msg: 'Run left to the reconciler' });
      } finally {
        piece.end();
      }
    });
  }

  /** The job is kept until the ledger answers, or a store that is away would empty the queues. */
  private async claimWhenPossible(kind: string, id: string): ReturnType<RunWorker['claim']> {
    for (;;) {
      try {
        return await this.claim(kind, id);
      } catch (error) {
        if (this.work.isDraining) throw error;
        this.logger.warn({ err: error, msg: 'Run store unavailable, retrying' });
        await delay(LEDGER_RETRY_MS);
      }
    }
  }

  /** A job that is stale, doubled or early claims nothing, and that is all that happens. */
  private async claim(
    kind: string,
    id: string,
  ): Promise<{ run: Run; lease: RunLease } | undefined> {
    if (this.work.isDraining) {
      await this.transitions.dueNow({ ids: [id] }, new Date());
      return undefined;
    }
    const [isPaused, fence] = await Promise.all([this.pauses.isPaused(kind), this.fences.next()]);
    if (isPaused) return undefined;
    const sentAt = performance.now();
    const now = new Date();
    const until = new Date(now.getTime() + this.leaseMs);
    const run = await this.transitions.claim({ id, fence }, this.name, now, until);
    if (!run) return undefined;
    // Once more after the claim: a pause that was acknowledged in between is seen here.
    if (await this.pauses.isPaused(kind)) {
      await this.transitions.requeue(run, { what: 'handed_back', notBefore: now }, now);
      return undefined;
    }
    return { run, lease: new RunLease(fence, this.leaseMs, sentAt) };
  }

  private attempt(run: Run, lease: RunLease): RunAttempt {
    const { repository, transitions, outcomes, secrets, deadLetters, events } = this;
    const { leaseMs, heartbeatMs } = this;
    return new RunAttempt(run, lease, this.kinds.get(run.kind), {
      repository,
      transitions,
      outcomes,
      secrets,
      deadLetters,
      events,
      leaseMs,
      heartbeatMs,
    });
  }

  /** Tells of what ended, and puts back on the queue what did not. */
  private async settle(run: Run | undefined): Promise<void> {
    if (!run) return;
    if (run.status !== 'queued') await this.outbox.deliver(run);
    else if (run.cancel_requested_at) await this.cancel(run);
    else await this.dispatcher.dispatch([run]);
  }

  /** The attempt failed before a heartbeat could hear of the wish; another must not follow. */
  private async cancel({ id, kind }: Run): Promise<void> {
    const now = new Date();
    const ending = this.outcomes.cancelled(kind, now);
    const cancelled = await this.transitions.cancelQueued(id, ending, now);
    if (cancelled) await this.outbox.deliver(cancelled);
  }
}
