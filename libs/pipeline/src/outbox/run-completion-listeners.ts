import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type RunKind } from '../kinds/run-kind';
import { RunKindRegistry } from '../kinds/run-kind-registry';
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
export class RunCompletionListeners implements OnModuleInit {
  private listeners: ReadonlyMap<string, RunCompletionListener[]> = new Map();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly kinds: RunKindRegistry,
  ) {}

  /** Throws when a listener is for a kind that no feature registered: it would never be called. */
  onModuleInit(): void {
    this.listeners = this.collect();
  }

  /** Calls every listener of the kind of this run. */
  async notify(run: Run): Promise<void> {
    for (const listener of this.listeners.get(run.kind) ?? []) await listener.ended(run);
  }

  private collect(): ReadonlyMap<string, RunCompletionListener[]> {
    const found = new Map<string, RunCompletionListener[]>();
    for (const wrapper of this.discovery.getProviders({ metadataKey: OnRunCompleted.KEY })) {
      const kind = this.discovery.getMetadataByDecorator(OnRunCompleted, wrapper)?.name ?? '';
      if (!this.kinds.names.includes(kind)) {
        throw new Error(
          `${String(wrapper.name)} listens to ends of ${kind}, which no feature registered`,
        );
      }
      found.set(kind, [...(found.get(kind) ?? []), wrapper.instance as RunCompletionListener]);
    }
    return found;
  }
}
