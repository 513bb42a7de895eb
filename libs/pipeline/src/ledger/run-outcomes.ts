import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type JoinOutcome, type RunCounts } from '@tributary/contracts';
import { DEFAULT_RUN_KIND } from '../kinds/run-kind';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { causeOf, toFailure } from '../retry/to-failure';
import { type RunOutcome } from './change-run';
import { type Run } from './run';

const DAY_MS = 86_400_000;

/** What the end of a run depends on. */
type Ending = Pick<Run, 'kind' | 'parent'>;

/** Builds the outcome of a run: its result, its terminal event, and when it expires. */
@Injectable()
export class RunOutcomes {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly config: Config,
  ) {}

  succeeded(run: Ending, result: RunCounts, now: Date, outcome?: JoinOutcome): RunOutcome {
    return {
      status: 'succeeded',
      result,
      ...(outcome ? { outcome } : {}),
      ...this.common(run, 'succeeded', now),
    };
  }

  /** Also makes it a dead letter. */
  failed(run: Ending, error: DomainError, now: Date): RunOutcome {
    const cause = causeOf(error);
    return {
      status: 'failed',
      error: toFailure(error),
      ...(cause === undefined ? {} : { cause }),
      ...this.common(run, 'failed', now),
    };
  }

  cancelled(run: Ending, now: Date): RunOutcome {
    const error = toFailure(new DomainError('RUN_CANCELLED'));
    return { status: 'cancelled', error, ...this.common(run, 'cancelled', now) };
  }

  private common(
    { kind, parent }: Ending,
    status: RunOutcome['status'],
    now: Date,
  ): Pick<RunOutcome, 'outbox' | 'expiresAt'> {
    // A run of a kind that no longer exists must be able to end, too.
    const { events } = this.kinds.find(kind) ?? DEFAULT_RUN_KIND;
    return {
      outbox: { event: events[status], dead_letter: status === 'failed' },
      expiresAt:
        parent === null ? new Date(now.getTime() + this.config.RUN_RETENTION_DAYS * DAY_MS) : null,
    };
  }
}
