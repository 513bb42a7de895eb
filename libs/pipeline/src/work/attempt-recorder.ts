import { Injectable, Logger } from '@nestjs/common';
import { type DomainError } from '@tributary/common';
import { type RunProgress } from '@tributary/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { ParentTransitions } from '../children/parent-transitions.repository';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunRepository } from '../ledger/run.repository';
import { type RunOutcome } from '../ledger/change-run';
import { type Requeueing, RunTransitions } from '../ledger/run-transitions.repository';
import { decideRetry } from '../retry/retry-decision';
import { causeOf, toFailure } from '../retry/to-failure';
import { type AttemptResult } from './attempt-result';
import { RunEventPublisher } from './run-event-publisher';
import { type RunLease } from './run-lease';

const LEDGER_RETRY_MS = 250;
/** How long the worker has to do what a fan-out or a parking calls for before the reconciler does. */
const FOLLOW_UP_MS = 5_000;

/** An attempt that is over: what it came to, and how far it got. */
export interface FinishedAttempt {
  readonly run: Run;
  readonly lease: RunLease;
  readonly result: AttemptResult;
  readonly progress: RunProgress | null;
}

/** Records the result of an attempt in the ledger: the run ends there, waits, or is queued again. */
@Injectable()
export class AttemptRecorder {
  private readonly logger = new Logger(AttemptRecorder.name);

  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly repository: RunRepository,
    private readonly transitions: RunTransitions,
    private readonly parents: ParentTransitions,
    private readonly outcomes: RunOutcomes,
    private readonly publisher: RunEventPublisher,
  ) {}

  /** The run as it was recorded; undefined when another worker has it now. */
  async record(attempt: FinishedAttempt): Promise<Run | undefined> {
    const { run, result } = attempt;
    const now = new Date();
    const checkAt = new Date(now.getTime() + FOLLOW_UP_MS);
    switch (result.what) {
      case 'done': {
        const { counts, outcome } = result;
        return this.end(attempt, this.outcomes.succeeded(run, counts, now, outcome), now);
      }
      case 'fanned_out':
        return this.persist(attempt, () => this.parents.fanOut(run, result.children, now, checkAt));
      case 'parked':
        return this.persist(attempt, () =>
          this.transitions.park(run, result.parking, now, checkAt),
        );
      case 'failed':
        return this.recordStop(attempt, result.error, now);
    }
  }

  private async recordStop(
    attempt: FinishedAttempt,
    error: DomainError,
    now: Date,
  ): Promise<Run | undefined> {
    const { run, lease } = attempt;
    switch (lease.broken) {
      case 'lost':
        this.logger.warn('Run taken over by another worker; writing stopped');
        return undefined;
      case 'cancelled':
        return this.end(attempt, this.outcomes.cancelled(run, now), now);
      case 'handed_back':
        return this.requeue(attempt, { what: 'handed_back', notBefore: now }, now);
      case undefined:
        return this.recordFailure(attempt, error, now);
    }
  }

  private async recordFailure(
    attempt: FinishedAttempt,
    error: DomainError,
    now: Date,
  ): Promise<Run | undefined> {
    const { run } = attempt;
    const throttledSince = run.throttled_since ?? run.started_at ?? now;
    const tries = { ...run, throttledMs: now.getTime() - throttledSince.getTime() };
    const decision = decideRetry(error, tries, this.kinds.get(run.kind).retry);
    if (decision.what === 'failed') {
      this.logger.warn({ err: error.cause ?? error, code: error.code, msg: 'The run failed' });
      return this.end(attempt, this.outcomes.failed(run, error, now), now);
    }
    const notBefore = new Date(now.getTime() + decision.delayMs);
    const failure = toFailure(error);
    const cause = causeOf(error);
    const why: Requeueing = {
      what: decision.what,
      notBefore,
      error: failure,
      ...(cause === undefined ? {} : { cause }),
      ...(decision.what === 'throttled' ? { throttledSince } : {}),
    };
    const left = await this.requeue(attempt, why, now);
    if (left?.status !== 'queued') return left;
    this.logger.log({
      code: error.code,
      msg: `The run is ${decision.what}`,
      not_before: notBefore,
    });
    const not_before = notBefore.toISOString();
    const details = { attempt: left.attempt, error: failure, not_before };
    this.publisher.publish(run, 'run:retrying', details);
    return left;
  }

  private end(attempt: FinishedAttempt, outcome: RunOutcome, now: Date): Promise<Run | undefined> {
    const { run, progress } = attempt;
    return this.persist(attempt, () => this.transitions.end(run, { ...outcome, progress }, now));
  }

  private requeue(attempt: FinishedAttempt, why: Requeueing, now: Date): Promise<Run | undefined> {
    return this.persist(attempt, () => this.transitions.requeue(attempt.run, why, now));
  }

  /** Retries until the lease is lost: a short outage of the store must not cost finished work. */
  private async persist(
    attempt: FinishedAttempt,
    write: () => Promise<Run | undefined>,
  ): Promise<Run | undefined> {
    for (;;) {
      try {
        return (await write()) ?? (await this.asWrittenBefore(attempt));
      } catch (error) {
        if (attempt.lease.broken === 'lost') throw error;
        this.logger.warn({ err: error, msg: 'Run store unavailable, retrying' });
        await delay(LEDGER_RETRY_MS);
      }
    }
  }

  /**
   * What became of a run that a write did not find: the write happened before and its response was
   * lost, or the run is to be cancelled, which no other attempt, child or date may precede.
   */
  private async asWrittenBefore({ run, lease }: FinishedAttempt): Promise<Run | undefined> {
    const stored = await this.repository.findById(run.id);
    if (stored?.fence !== lease.number) return undefined;
    if (stored.status !== 'running') return stored;
    const now = new Date();
    return this.transitions.end(run, this.outcomes.cancelled(run, now), now);
  }
}
