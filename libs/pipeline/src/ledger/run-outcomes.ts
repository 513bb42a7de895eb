import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import { DEFAULT_RUN_KIND } from '../kinds/run-kind';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { causeOf, toFailure } from '../retry/to-failure';
import { type RunOutcome } from './run-transitions.repository';

const DAY_MS = 86_400_000;

/** Builds the outcome of a run: its result, its terminal event, and when it expires. */
@Injectable()
export class RunOutcomes {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly config: Config,
  ) {}

  succeeded(kind: string, result: RunCounts, now: Date): RunOutcome {
    return { status: 'succeeded', result, ...this.common(kind, 'succeeded', now) };
  }

  /** Also makes it a dead letter. */
  failed(kind: string, error: DomainError, now: Date): RunOutcome {
    const cause = causeOf(error);
    return {
      status: 'failed',
      error: toFailure(error),
      ...(cause === undefined ? {} : { cause }),
      ...this.common(kind, 'failed', now),
    };
  }

  cancelled(kind: string, now: Date): RunOutcome {
    const error = toFailure(new DomainError('RUN_CANCELLED'));
    return { status: 'cancelled', error, ...this.common(kind, 'cancelled', now) };
  }

  private common(
    kind: string,
    status: RunOutcome['status'],
    now: Date,
  ): Pick<RunOutcome, 'outbox' | 'expiresAt'> {
    // A run of a kind that no longer exists must be able to end, too.
    const { events } = this.kinds.find(kind) ?? DEFAULT_RUN_KIND;
    return {
      outbox: { event: events[status], dead_letter: status === 'failed' },
      expiresAt: new Date(now.getTime() + this.config.RUN_RETENTION_DAYS * DAY_MS),
    };
  }
}
