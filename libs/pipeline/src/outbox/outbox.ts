import { Injectable, Logger } from '@nestjs/common';
import { DomainError, LiveEvents } from '@tributary/common';
import { type LiveEventName, type LiveEventPayloads } from '@tributary/contracts';
import { TreeEndings } from '../children/tree-endings';
import { DeadLetterService } from '../dead-letters/dead-letter.service';
import { Dispatcher } from '../dispatch/dispatcher';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { toFailure } from '../retry/to-failure';
import { RunCompletionListeners } from './run-completion-listeners';
import { referenceOf } from './run-reference';

/**
 * Delivers the end of runs: stores the dead letter, calls the completion listeners of the kind,
 * publishes the one terminal event, and lets the parent go on after the last of its children.
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
    private readonly trees: TreeEndings,
    private readonly dispatcher: Dispatcher,
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

  /** A run that was just queued again or ended: dispatches it, or delivers its end. */
  async handOn(run: Run): Promise<void> {
    if (run.status === 'queued') await this.dispatcher.dispatch([run]);
    else await this.deliver(run);
  }

  private async deliverOrThrow(run: Run): Promise<void> {
    if (!run.outbox) return;
    if (run.outbox.dead_letter) await this.deadLetters.keepRun(run);
    // Before the event, so that a client that reacts to it reads the final state.
    await this.listeners.notify(run);
    await this.publish(run, run.outbox.event);
    const isForgotten = this.isForgotten(run);
    const parent = await this.trees.ended(run, isForgotten);
    await (isForgotten ? this.transitions.delete(run.id) : this.transitions.markDelivered(run.id));
    if (parent) await this.handOn(parent);
  }

  private async publish(run: Run, event: LiveEventName): Promise<void> {
    if (this.kinds.find(run.kind)?.silent) return;
    // Idempotent: after a crash between publishing and marking, it is not published twice.
    const once = `run:${run.id}:ended`;
    await this.events.publish(run.owner, event, this.payloadOf(run), { once });
  }

  /** A child is kept until its root expires: its parent may not have read its result yet. */
  private isForgotten({ kind, status, parent }: Run): boolean {
    if (status !== 'succeeded' || parent !== null) return false;
    return this.kinds.find(kind)?.forgetSucceeded === true;
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
