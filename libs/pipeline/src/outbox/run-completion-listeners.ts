import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type RunKind } from '../kinds/run-kind';
import { type Run } from '../ledger/run';

/** Puts what a feature keeps about its runs in order when one has ended. */
export interface RunCompletionListener {
  /**
   * Is told of an ended run before its owner is, in whichever process ended it. It may be told
   * again, also after later runs of the same subject have begun; when it fails, it is told again.
   */
  ended(run: Run): Promise<void>;
}

/** Says of which kind of run a provider is told the ends. */
export const OnRunCompleted = DiscoveryService.createDecorator<RunKind>();

/** Those who are told of ends, by kind. */
@Injectable()
export class RunCompletionListeners {
  private known: ReadonlyMap<string, RunCompletionListener[]> | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Tells everybody who listens to the kind of this run. */
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
