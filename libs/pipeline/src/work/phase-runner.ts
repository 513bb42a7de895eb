import { Injectable } from '@nestjs/common';
import { toDomainError } from '@tributary/common';
import { FanOut } from '../children/child-run';
import { ChildPlanner } from '../children/child-planner';
import { ChildrenSummaries } from '../children/children-summary.repository';
import { type Run } from '../ledger/run';
import { ParkRun } from '../parking/park-run';
import { type AttemptResult } from './attempt-result';
import { type ClaimedRun } from './claimed-run';
import { type RunHandler } from './run-processor';

/** Calls the handler of a run for the phase that it is in, and says what that came to. */
@Injectable()
export class PhaseRunner {
  constructor(
    private readonly planner: ChildPlanner,
    private readonly summaries: ChildrenSummaries,
  ) {}

  /** Never rejects. */
  async perform(run: Run, claimed: ClaimedRun, handler: RunHandler): Promise<AttemptResult> {
    try {
      return await (run.phase === 'join'
        ? this.join(run, claimed, handler)
        : this.process(run, claimed, handler));
    } catch (error) {
      if (error instanceof ParkRun) return { what: 'parked', parking: error.parking };
      return { what: 'failed', error: toDomainError(error) };
    }
  }

  private async process(
    run: Run,
    claimed: ClaimedRun,
    handler: RunHandler,
  ): Promise<AttemptResult> {
    const result = await handler.process(claimed);
    if (!(result instanceof FanOut)) return { what: 'done', counts: result };
    return {
      what: 'fanned_out',
      children: await this.planner.plan(run, claimed.fence, result),
    };
  }

  private async join(run: Run, claimed: ClaimedRun, handler: RunHandler): Promise<AttemptResult> {
    if (!handler.join) throw new Error(`The processor of ${run.kind} joins no children`);
    const plan = run.children?.plan ?? 0;
    const summary = await this.summaries.of({ parent: run.id, plan });
    const { result, outcome } = await handler.join(claimed, summary);
    return { what: 'done', counts: result, outcome };
  }
}
