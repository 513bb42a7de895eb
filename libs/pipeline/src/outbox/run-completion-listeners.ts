import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type RunKind } from '../kinds/run-kind';
import { type Run } from '../ledger/run';

/** Updates the state that a feature keeps about its runs when one has ended. */
export interface RunCompletionListener {
  /**
   * Called for an ended run before its event is published, in the process that ended it. It may be
   * called again, also after later runs of the same subject have begun; when it fails, it is
   * retried.
   */
  ended(run: Run): Promise<void>;
}

/** Registers a provider as a completion listener of a kind of run. */
export const OnRunCompleted = DiscoveryService.createDecorator<RunKind>();

/** The completion listeners of all features, by kind. */
@Injectable()
export class RunCompletionListeners {
  private known: ReadonlyMap<string, RunCompletionListener[]> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Calls every listener of the kind of this run. */
  async notify(run: Run): Promise<void> {
    this.known ??= this.collect();
    for (const listener of this.known.get(run.kind) ?? []) await listener.ended(run);
  }

  private collect(): ReadonlyMap<string, RunCompletionListener[]> {
    const found = new Map<string, RunCompletionListener[]>();
    for (const wrapper of this.discovery.getProviders({ metadataKey: OnRunCompleted.KEY })) {
      const kind = this.discovery.getMetadataByDecorator(OnRunCompleted, wrapper)?.name ?? '';
      found.set(kind, [...(found.get(kind) ?? []), wrapper.instance as RunCompletionListener]);
    }
    return found;
  }
}
