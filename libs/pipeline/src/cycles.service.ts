import { Injectable } from '@nestjs/common';
import { type RunKind } from './kinds/run-kind';
import { RunKindRegistry } from './kinds/run-kind-registry';
import { RunService } from './run.service';

/** What a cycle works on: all there is. */
const SUBJECT = 'all';
/** No account, since cycles belong to no user. */
const OWNER = 'tributary:scheduler';

/** Starts the runs of the kinds that are cycles, whichever features have such kinds. */
@Injectable()
export class Cycles {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly runs: RunService,
  ) {}

  /** Starts a run of each, except of those that have one already. */
  async trigger(): Promise<void> {
    for (const name of this.kinds.names) {
      const kind = this.kinds.get(name);
      if (kind.isCycle === true) await this.runs.trigger(kind as RunKind<CyclePayload>, REQUEST);
    }
  }
}

/** Nothing: a cycle is over everything. */
export type CyclePayload = Record<string, never>;

const REQUEST = { subject: SUBJECT, owner: OWNER, payload: {} };
