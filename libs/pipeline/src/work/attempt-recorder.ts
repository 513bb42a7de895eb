import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type RunCounts, type RunProgress } from '@tributary/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunRepository } from '../ledger/run.repository';
import {
  type Requeueing,
  type RunOutcome,
  RunTransitions,
} from '../ledger/run-transitions.repository';
import { decideRetry } from '../retry/retry-decision';
import { causeOf, toFailure } from '../retry/to-failure';
import { RunEventPublisher } from './run-event-publisher';
import { type RunLease } from './run-lease';

const LEDGER_RETRY_MS = 250;

/** An attempt that is over: what the processor returned or threw, and how far it got. */
export interface FinishedAttempt {
  readonly run: Run;
  readonly lease: RunLease;
  readonly result: RunCounts | DomainError;
  readonly progress: RunProgress | null;
}

/** Records the result of an attempt in the ledger: the run ends there, or is queued again. */
@Injectable()
export class AttemptRecorder {
  private readonly logger = new Logger(AttemptRecorder.name);

  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly repository: RunRepository,
    private readonly transitions: RunTransitions,
    private readonly outcomes: RunOutcomes,
    private readonly publisher: RunEventPublisher,
  ) {}

  /** The run as it was recorded; undefined when another worker has it now. */
  async record(attempt: FinishedAttempt): Promise<Run | undefined> {
    const { run, lease, result } = attempt;
    const now = new Date();
    if (!(result instanceof DomainError)) {
      return this.end(attempt, this.outcomes.succeeded(run.kind, result, now), now);
    }
    switch (lease.broken) {
      case 'lost':
        this.logger.warn('Run taken over by another worker; writing stopped');
        return undefined;
      case 'cancelled':
        return this.end(attempt, this.outcomes.cancelled(run.kind, now), now);
      case 'handed_back':
        return this.requeue(attempt, { what: 'handed_back', notBefore: now }, now);
      case undefined:
        return this.recordFailure(attempt, result, now);
    }
  }

  private async recordFailure(
    attempt: FinishedAttempt,
    error: DomainError,
    now: Date,
  ): Promise<Run | undefined> {
    const { run } = attempt;
    const decision = decideRetry(error, run, this.kinds.get(run.kind).retry);
    if (decision.what === 'failed') {
      this.logger.warn({ err: error.cause ?? error, code: error.code, msg: 'The run failed' });
      return this.end(attempt, this.outcomes.failed(run.kind, error, now), now);
    }
    const notBefore = new Date(now.getTime() + decision.delayMs);
    const failure = toFailure(error);
    const cause = causeOf(error);
    const why: Requeueing = {
      what: decision.what,
      notBefore,
      error: failure,
      ...(cause === undefined ? {} : { cause }),
    };
    const queued = await this.requeue(attempt, why, now);
    this.logger.log({
      code: error.code,
      msg: `The run is ${decision.what}`,
      not_before: notBefore,
    });
    if (queued) {
      const not_before = notBefore.toISOString();
      const details = { attempt: queued.attempt, error: failure, not_before };
      this.publisher.publish(run, 'run:retrying', details);
    }
    return queued;
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

  /** A write whose response was lost has happened: the run then has the state that it wrote. */
  private async asWrittenBefore({ run, lease }: FinishedAttempt): Promise<Run | undefined> {
    const stored = await this.repository.findById(run.id);
    const isOurs = stored?.fence === lease.number && stored.status !== 'running';
    return isOurs ? stored : undefined;
  }
}
