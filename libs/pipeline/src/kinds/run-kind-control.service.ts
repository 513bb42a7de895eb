import { Injectable } from '@nestjs/common';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { KindPauses } from '../state/kind-pauses.repository';
import { RunKindRegistry } from './run-kind-registry';

/** Whether a kind is paused. */
export interface KindState {
  kind: string;
  queue: string;
  paused: boolean;
  paused_at: Date | null;
}

/** Pauses and resumes kinds of runs, for all workers. */
@Injectable()
export class RunKindControl {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly pauses: KindPauses,
    private readonly transitions: RunTransitions,
  ) {}

  /** Every kind and whether it is paused. */
  async list(): Promise<KindState[]> {
    const paused = await this.pauses.all(this.kinds.names);
    return this.kinds.names.map((kind) => ({
      kind,
      queue: this.kinds.get(kind).queue,
      paused: paused.has(kind),
      paused_at: paused.get(kind) ?? null,
    }));
  }

  /** After this resolves, no run of the kind starts any more; running ones continue. */
  async pause(kind: string): Promise<KindState> {
    this.kinds.get(kind);
    await this.pauses.pause(kind, new Date());
    return this.stateOf(kind);
  }

  /** Runs start again; waiting ones as soon as the reconciler has dispatched them. */
  async resume(kind: string): Promise<KindState> {
    this.kinds.get(kind);
    await this.pauses.resume(kind);
    await this.transitions.dueNow({ kind }, new Date());
    return this.stateOf(kind);
  }

  private async stateOf(kind: string): Promise<KindState> {
    const all = await this.list();
    return all.find((state) => state.kind === kind) as KindState;
  }
}
