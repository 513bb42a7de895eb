import { Injectable } from '@nestjs/common';
import { Dispatcher } from '../dispatch/dispatcher';
import { type Run } from '../ledger/run';
import { RunOutcomes } from '../ledger/run-outcomes';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { Outbox } from '../outbox/outbox';

/** Does what a recorded attempt calls for: delivers the end of a run, or dispatches it again. */
@Injectable()
export class AttemptFollowUp {
  constructor(
    private readonly transitions: RunTransitions,
    private readonly outcomes: RunOutcomes,
    private readonly outbox: Outbox,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** `run` is as the attempt left it. */
  async handle(run: Run): Promise<void> {
    if (run.status !== 'queued') await this.outbox.deliver(run);
    else if (run.cancel_requested_at) await this.cancel(run);
    else await this.dispatcher.dispatch([run]);
  }

  /** The attempt failed before a heartbeat saw the request to cancel; no other may follow. */
  private async cancel({ id, kind }: Run): Promise<void> {
    const now = new Date();
    const outcome = this.outcomes.cancelled(kind, now);
    const cancelled = await this.transitions.cancelQueued(id, outcome, now);
    if (cancelled) await this.outbox.deliver(cancelled);
  }
}
