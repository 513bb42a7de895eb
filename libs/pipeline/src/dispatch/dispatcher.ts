import { Injectable, Logger } from '@nestjs/common';
import { withDeadline } from '@tributary/common';
import { type RunJob } from '@tributary/contracts';
import { type JobOptions } from 'bull';
import { type Run } from '../ledger/run';
import { RunTransitions } from '../ledger/run-transitions.repository';
import { RunQueues } from './run-queues';

/** Bull waits forever while Redis is unavailable; the caller that triggers a run must not. */
const DEADLINE_MS = 400;
/** Bull's priority before jobs without one. */
const FIRST = 1;

/**
 * Puts runs on their queues. The id of a job is the run's id and its dispatch sequence (`hop`):
 * adding one that a queue has already changes nothing, so dispatching twice is safe.
 */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger(Dispatcher.name);

  constructor(
    private readonly queues: RunQueues,
    private readonly transitions: RunTransitions,
  ) {}

  /** Returns the runs that a queue accepted; the reconciler retries the others. */
  async dispatch(runs: readonly Run[], deadlineMs = DEADLINE_MS): Promise<Run[]> {
    const taken = await Promise.all(
      [...byKind(runs)].map(async ([kind, ofKind]) => {
        if (await this.isTaken(kind, ofKind, deadlineMs)) return ofKind;
        await this.transitions.dueNow({ ids: ofKind.map(({ id }) => id) }, new Date());
        return [];
      }),
    );
    return taken.flat();
  }

  private async isTaken(kind: string, runs: Run[], deadlineMs: number): Promise<boolean> {
    const queue = this.queues.of(kind);
    if (queue.client.status !== 'ready') return false;
    const now = Date.now();
    const adding = queue.addBulk(
      runs.map((run) => ({ name: kind, data: jobOf(run), opts: optionsOf(run, now) })),
    );
    try {
      await withDeadline(adding, deadlineMs);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, msg: `The queue of ${kind} accepted no jobs, retrying` });
      return false;
    }
  }
}

function jobOf(run: Run): RunJob {
  return {
    run_id: run.id,
    connection_id: run.subject,
    user_id: run.owner,
    queued_at: run.queued_at.toISOString(),
    retry_count: run.retry_count,
  };
}

function optionsOf(run: Run, now: number): JobOptions {
  return {
    jobId: `${run.id}-${run.hop}`,
    delay: Math.max(0, run.not_before.getTime() - now),
    ...(run.priority === 'high' ? { priority: FIRST } : {}),
    // Retries are the ledger's decision, and a job that is not removed would block its own id.
    attempts: 1,
    removeOnComplete: true,
    removeOnFail: true,
  };
}

function byKind(runs: readonly Run[]): Map<string, Run[]> {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const group = groups.get(run.kind);
    if (group) group.push(run);
    else groups.set(run.kind, [run]);
  }
  return groups;
}
