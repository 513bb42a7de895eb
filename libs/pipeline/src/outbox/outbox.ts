import { Injectable, Logger } from '@nestjs/common';
import { DomainError, LiveEvents } from '@tributary/common';
import { type LiveEventName, type LiveEventPayloads } from '@tributary/contracts';
import { DeadLetterService } from '../dead-letters/dead-letter.service';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { toFailure } from '../retry/to-failure';
import { RunCompletionListeners } from './run-completion-listeners';
import { referenceOf } from './run-reference';

/**
 * Delivers the end of runs: stores the dead letter, calls the completion listeners of the kind,
 * publishes the one terminal event.
 */
@Injectable()
export class Outbox {
  private readonly logger = new Logger(Outbox.name);

  constructor(
    private readonly transitions: RunTransitions,
    private readonly deadLetters: DeadLetterService,
    private readonly kinds: RunKindRegistry,
    private readonly listeners: RunCompletionListeners,
    private readonly events: LiveEvents,
  ) {}

  /** Delivers the end of a run; false when that has to be retried later. */
  async deliver(run: Run): Promise<boolean> {
    try {
      await this.deliverOrThrow(run);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, run_id: run.id, msg: 'Terminal event delivery deferred' });
      return false;
    }
  }

  private async deliverOrThrow(run: Run): Promise<void> {
    if (!run.outbox) return;
    if (run.outbox.dead_letter) await this.deadLetters.keepRun(run);
    // Before the event, so that a client that reacts to it reads the final state.
    await this.listeners.notify(run);
    // Idempotent: after a crash between publishing and marking, it is not published twice.
    await this.events.publish(run.owner, run.outbox.event, this.payloadOf(run), {
      once: `run:${run.id}:ended`,
    });
    const isForgotten = this.kinds.find(run.kind)?.forgetSucceeded && run.status === 'succeeded';
    await (isForgotten ? this.transitions.delete(run.id) : this.transitions.markDelivered(run.id));
  }

  /** The payload of a terminal event, whatever its kind calls it. */
  private payloadOf(run: Run): LiveEventPayloads[LiveEventName] {
    const reference = referenceOf(run, this.kinds.find(run.kind));
    const finished_at = (run.finished_at ?? new Date()).toISOString();
    if (run.status === 'succeeded') return { ...reference, result: run.result ?? {}, finished_at };
    return { ...reference, error: run.error ?? UNKNOWN, finished_at };
  }
}

const UNKNOWN = toFailure(new DomainError('UNKNOWN_ERROR'));
