import { Injectable, Logger } from '@nestjs/common';
import { LiveEvents } from '@tributary/common';
import { type LiveEventName, type LiveEventPayloads } from '@tributary/contracts';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type Run } from '../ledger/run';
import { referenceOf } from '../outbox/run-reference';

/** Publishes what happens while a run is worked on to its owner, at most once. */
@Injectable()
export class RunEventPublisher {
  private readonly logger = new Logger(RunEventPublisher.name);

  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly events: LiveEvents,
  ) {}

  /** Does not wait and never throws: an owner who missed an event reads the run by REST. */
  publish(run: Run, name: LiveEventName, details: object): void {
    const kind = this.kinds.get(run.kind);
    if (kind.silent) return;
    const payload = { ...referenceOf(run, kind), ...details };
    this.events
      .publish(run.owner, name, payload as LiveEventPayloads[typeof name])
      .catch((error: unknown) =>
        this.logger.debug({ err: error, msg: `${name} was not published` }),
      );
  }
}
