import { Injectable, Logger } from '@nestjs/common';
import { LiveEvents } from '@tributary/common';
import {
  type LiveEventName,
  type LiveEventPayloads,
  type RunEnd,
  type RunFailure,
} from '@tributary/contracts';
import { DeadLetters } from '../dead-letters/dead-letters.service';
import { type Run } from '../ledger/run';
import { RunTransitions } from '../ledger/run-transitions.repository';

/** Tells of ended runs: keeps the dead letter and publishes the one terminal event. */
@Injectable()
export class Outbox {
  private readonly logger = new Logger(Outbox.name);

  constructor(
    private readonly transitions: RunTransitions,
    private readonly deadLetters: DeadLetters,
    private readonly events: LiveEvents,
  ) {}

  /** Does what the ended run still asks for; false when that has to be tried again later. */
  async deliver(run: Run): Promise<boolean> {
    try {
      await this.deliverOrThrow(run);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, run_id: run.id, msg: 'The end of a run is told later' });
      return false;
    }
  }

  private async deliverOrThrow(run: Run): Promise<void> {
    if (!run.outbox) return;
    if (run.outbox.dead_letter) await this.deadLetters.keepRun(run);
    // Whoever died after publishing has published: the second time, nothing happens.
    await this.events.publish(run.owner, run.outbox.event, terminalPayload(run), {
      once: `run:${run.id}:ended`,
    });
    await this.transitions.told(run.id);
  }
}

/** What every terminal event tells, whatever its kind calls it. */
function terminalPayload(run: Run): LiveEventPayloads[LiveEventName] {
  const { id: run_id, kind, subject } = run;
  const reference = { run_id, kind, subject };
  const finished_at = (run.finished_at ?? new Date()).toISOString();
  switch (run.status as RunEnd) {
    case 'succeeded':
      return { ...reference, result: run.result ?? {}, finished_at };
    case 'failed':
      return { ...reference, error: run.error as RunFailure, finished_at };
    case 'cancelled':
      return { ...reference, finished_at };
  }
}
