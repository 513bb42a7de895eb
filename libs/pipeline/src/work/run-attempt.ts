import { Logger } from '@nestjs/common';
import { DomainError, type LiveEvents, toDomainError } from '@tributary/common';
import {
  type LiveEventName,
  type LiveEventPayloads,
  type RunCounts,
  type RunProgress,
} from '@tributary/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { type DeadLetters } from '../dead-letters/dead-letters.service';
import { type ItemFailure } from '../dead-letters/dead-letter';
import { type RegisteredRunKind } from '../kinds/run-kind';
import { type RunOutcomes } from '../ledger/run-outcomes';
import { type PayloadSecrets } from '../ledger/payload-secrets';
import { type Run } from '../ledger/run';
import { type RunRepository } from '../ledger/run.repository';
import {
  type RunOutcome,
  type Requeueing,
  type RunTransitions,
} from '../ledger/run-transitions.repository';
import { referenceOf } from '../outbox/run-reference';
import { decideRetry } from '../retry/retry-decision';
import { causeOf, toFailure } from '../retry/to-failure';
import { type RunLease } from './run-lease';
import { type ClaimedRun } from './claimed-run';
import { type RunHandler } from './run-processor';

/** What an attempt needs of the pipeline. */
export interface AttemptTools {
  repository: RunRepository;
  transitions: RunTransitions;
  outcomes: RunOutcomes;
  secrets: PayloadSecrets;
  deadLetters: DeadLetters;
  events: LiveEvents;
  leaseMs: number;
  /** A cancelled run is stopped by the next heartbeat, and nobody likes to wait for that. */
  heartbeatMs: number;
}

/** Heartbeats in a lease: two may fail before the claim is lost. */
const BEATS = 3;
const LEDGER_RETRY_MS = 250;
/** How long a processor has to notice that its claim ended. */
const STOPPING_MS = 1_000;

/** One attempt at a claimed run: works, beats, and writes into the ledger how it went. */
export class RunAttempt {
  private readonly logger = new Logger(RunAttempt.name);
  private latest: RunProgress | null = null;
  private toldProgressAt = 0;

  constructor(
    private readonly run: Run,
    private readonly lease: RunLease,
    private readonly definition: RegisteredRunKind,
    private readonly tools: AttemptTools,
  ) {}

  private get beatMs(): number {
    return Math.min(this.tools.leaseMs / BEATS, this.tools.heartbeatMs);
  }

  /** The run as it was left: ended, queued again, or undefined when it is another's now. */
  async make(processor: RunHandler): Promise<Run | undefined> {
    const beats = setInterval(() => void this.beat(), this.beatMs);
    this.tell(this.definition.events.started, { attempt: this.run.attempt });
    try {
      const outcome = await this.work(processor);
      return await this.record(outcome);
    } finally {
      clearInterval(beats);
      this.lease.end();
    }
  }

  private work(processor: RunHandler): Promise<RunCounts | DomainError> {
    const working = Promise.resolve()
      .then(() => processor.process(this.claimedRun()))
      .catch((error: unknown) => toDomainError(error));
    return Promise.race([working, this.abandonment()]);
  }

  /** A processor that does not notice the end of its claim is left alone: its fence stops it. */
  private abandonment(): Promise<DomainError> {
    const { signal } = this.lease;
    return new Promise((resolve) => {
      const giveUp = (): void => resolve(toDomainError(signal.reason));
      signal.addEventListener('abort', () => setTimeout(giveUp, STOPPING_MS), { once: true });
    });
  }

  private async record(outcome: RunCounts | DomainError): Promise<Run | undefined> {
    const { outcomes } = this.tools;
    const { run, lease } = this;
    const now = new Date();
    if (!(outcome instanceof DomainError)) {
      return this.end(outcomes.succeeded(run.kind, outcome, now), now);
    }
    switch (lease.broken) {
      case 'lost':
        this.logger.warn('Run taken over by another worker; writing stopped');
        return undefined;
      case 'cancelled':
        return this.end(outcomes.cancelled(run.kind, now), now);
      case 'handed_back':
        return this.requeue({ what: 'handed_back', notBefore: now }, now);
      case undefined:
        return this.recordFailure(outcome, now);
    }
  }

  private async recordFailure(error: DomainError, now: Date): Promise<Run | undefined> {
    const { run } = this;
    const decision = decideRetry(error, run, this.definition.retry);
    if (decision.what === 'failed') {
      this.logger.warn({ err: error.cause ?? error, code: error.code, msg: 'The run failed' });
      return this.end(this.tools.outcomes.failed(run.kind, error, now), now);
    }
    const notBefore = new Date(now.getTime() + decision.delayMs);
    const failure = toFailure(error);
    const cause = causeOf(error);
    const queued = await this.requeue(
      { what: decision.what, notBefore, error: failure, ...(cause === undefined ? {} : { cause }) },
      now,
    );
    this.logger.log({
      code: error.code,
      msg: `The run is ${decision.what}`,
      not_before: notBefore,
    });
    if (queued) {
      const not_before = notBefore.toISOString();
      this.tell('run:retrying', { attempt: queued.attempt, error: failure, not_before });
    }
    return queued;
  }

  private end(ending: RunOutcome, now: Date): Promise<Run | undefined> {
    const whole = { ...ending, progress: this.latest };
    return this.persist(() => this.tools.transitions.end(of(this.run), whole, now));
  }

  private requeue(why: Requeueing, now: Date): Promise<Run | undefined> {
    return this.persist(() => this.tools.transitions.requeue(of(this.run), why, now));
  }

  /** A store that is away for a moment must not cost the work that was done. */
  private async persist(write: () => Promise<Run | undefined>): Promise<Run | undefined> {
    for (;;) {
      try {
        return (await write()) ?? (await this.asWrittenBefore());
      } catch (error) {
        if (this.lease.broken === 'lost') throw error;
        this.logger.warn({ err: error, msg: 'Run store unavailable, retrying' });
        await delay(LEDGER_RETRY_MS);
      }
    }
  }

  /** A write whose answer got lost has happened: the run then is where this claim put it. */
  private async asWrittenBefore(): Promise<Run | undefined> {
    const run = await this.tools.repository.findById(this.run.id);
    const isOurs = run?.fence === this.lease.number && run.status !== 'running';
    return isOurs ? run : undefined;
  }

  private async beat(): Promise<void> {
    const { lease } = this;
    if (lease.broken !== undefined) return;
    const sentAt = performance.now();
    const now = new Date();
    const until = new Date(now.getTime() + this.tools.leaseMs);
    try {
      const run = await this.tools.transitions.renew(of(this.run), now, until, this.latest);
      if (!run) {
        // Between the end of the work and the last beat, the run may have left our hands by us.
        lease.break('lost');
        return;
      }
      lease.renewed(sentAt);
      if (run.cancel_requested_at) lease.break('cancelled');
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Heartbeat failed' });
    }
  }

  private claimedRun(): ClaimedRun {
    const { id, kind, subject, owner, payload, attempt } = this.run;
    return {
      id,
      kind,
      subject,
      owner,
      payload: this.tools.secrets.open(kind, owner, payload),
      attempt,
      fence: this.lease,
      signal: this.lease.signal,
      progress: (progress) => this.progressed({ total: null, note: null, ...progress }),
      deadLetter: (item: ItemFailure) => {
        this.lease.assertHeld();
        return this.tools.deadLetters.keepItem(this.run, item);
      },
    };
  }

  /** The next heartbeat carries it to the ledger. */
  private progressed(progress: RunProgress): void {
    this.latest = progress;
    const now = performance.now();
    if (now - this.toldProgressAt < this.definition.progressEveryMs) return;
    this.toldProgressAt = now;
    this.tell(this.definition.events.progress, { ...progress });
  }

  /** These may get lost: whoever missed one sees the run itself by REST. */
  private tell(name: LiveEventName, details: object): void {
    const payload = { ...referenceOf(this.run, this.definition), ...details };
    this.tools.events
      .publish(this.run.owner, name, payload as LiveEventPayloads[typeof name])
      .catch((error: unknown) =>
        this.logger.debug({ err: error, msg: `${name} was not published` }),
      );
  }
}

function of({ id, fence }: Run): { id: string; fence: number } {
  return { id, fence };
}
