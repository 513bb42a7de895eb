import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { inWorkContext, InFlightTracker } from '@tributary/common';
import { type RunJob } from '@tributary/contracts';
import { RunQueues } from '../dispatch/run-queues';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { AttemptFollowUp } from './attempt-follow-up';
import { AttemptRunner } from './attempt-runner';
import { ProcessorRegistry } from './processor-registry';
import { RunClaimer } from './run-claimer';
import { type RunHandler } from './run-processor';

/** Takes jobs from the queues, and claims and processes the runs that they name. */
@Injectable()
export class RunWorker implements OnApplicationBootstrap {
  private readonly logger = new Logger(RunWorker.name);

  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly registry: ProcessorRegistry,
    private readonly queues: RunQueues,
    private readonly work: InFlightTracker,
    private readonly claimer: RunClaimer,
    private readonly runner: AttemptRunner,
    private readonly followUp: AttemptFollowUp,
  ) {}

  onApplicationBootstrap(): void {
    const processors = this.registry.collect();
    for (const [kind, queue] of this.queues.entries()) {
      const processor = processors.get(kind) as RunHandler;
      const { concurrency } = this.kinds.get(kind);
      // Resolves when the queue is closed; it waits for a Redis that is unavailable.
      queue
        .process(kind, concurrency, ({ data }) => this.perform(kind, data, processor))
        .catch((error: unknown) => this.reportEnd(kind, error));
    }
    this.work.closing.addEventListener('abort', () => {
      // Bull pauses by closing the connection on which it waits for jobs, and then reports that as an error.
      this.queues.stopTaking().catch((error: unknown) => this.logger.debug({ err: error }));
    });
  }

  private reportEnd(kind: string, error: unknown): void {
    const report = { err: error, msg: `Jobs of ${kind} are not taken any more` };
    // A queue that is closed while it still connects rejects: that is how a process ends at its start.
    if (this.work.closing.aborted) this.logger.debug(report);
    else this.logger.error(report);
  }

  /** Never rejects: the result of a run is recorded in the ledger, not in Bull. */
  private async perform(kind: string, { run_id }: RunJob, processor: RunHandler): Promise<void> {
    await inWorkContext({ run_id }, async () => {
      const task = this.work.begin();
      try {
        const claimed = await this.claimer.claim(kind, run_id);
        if (!claimed) return;
        const { run, lease } = claimed;
        task.signal.addEventListener('abort', () => lease.break('handed_back'));
        const left = await this.runner.attempt(run, lease, processor);
        if (left) await this.followUp.handle(left);
      } catch (error) {
        // The run stays as it is: the reconciler finds running ones by their lease, queued ones by
        // their due date.
        this.logger.error({ err: error, msg: 'Run left to the reconciler' });
      } finally {
        task.end();
      }
    });
  }
}
