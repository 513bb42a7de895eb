import { Injectable } from '@nestjs/common';
import { toDomainError } from '@tributary/common';
import { DeadLetterService } from '../dead-letters/dead-letter.service';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { PayloadSecrets } from '../ledger/payload-secrets';
import { type Run } from '../ledger/run';
import { AttemptProgress } from './attempt-progress';
import { AttemptRecorder } from './attempt-recorder';
import { type AttemptResult } from './attempt-result';
import { type ClaimedRun } from './claimed-run';
import { Heartbeat } from './heartbeat';
import { PhaseRunner } from './phase-runner';
import { RunEventPublisher } from './run-event-publisher';
import { type RunLease } from './run-lease';
import { type RunHandler } from './run-processor';

/** How long a processor has to stop after its lease ended. */
const STOPPING_MS = 1_000;

/** Makes one attempt at a claimed run: calls the processor, with heartbeats, and has the result recorded. */
@Injectable()
export class AttemptRunner {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly secrets: PayloadSecrets,
    private readonly deadLetters: DeadLetterService,
    private readonly heartbeat: Heartbeat,
    private readonly recorder: AttemptRecorder,
    private readonly publisher: RunEventPublisher,
    private readonly phases: PhaseRunner,
  ) {}

  /** The run afterwards: ended, queued again, or undefined when another worker has it now. */
  async attempt(run: Run, lease: RunLease, processor: RunHandler): Promise<Run | undefined> {
    const { events, progressEveryMs } = this.kinds.get(run.kind);
    const progress = new AttemptProgress(progressEveryMs, (latest) =>
      this.publisher.publish(run, events.progress, { ...latest }),
    );
    const stopHeartbeat = this.heartbeat.start(run, lease, progress);
    // Its owner was told when it began, not when its children have ended.
    if (run.phase === 'process') {
      this.publisher.publish(run, events.started, { attempt: run.attempt });
    }
    try {
      const claimed = this.claimedRun(run, lease, progress);
      const result = await Promise.race([
        this.phases.perform(run, claimed, processor),
        abandoned(lease),
      ]);
      return await this.recorder.record({ run, lease, result, progress: progress.latest });
    } finally {
      stopHeartbeat();
      lease.end();
    }
  }

  private claimedRun(run: Run, lease: RunLease, progress: AttemptProgress): ClaimedRun {
    const { id, kind, subject, owner, parent, root, payload, attempt } = run;
    return {
      id,
      kind,
      subject,
      owner,
      parent,
      root: root ?? id,
      payload: this.secrets.open(kind, owner, payload),
      attempt,
      fence: lease,
      signal: lease.signal,
      progress: (latest) => progress.report({ total: null, note: null, ...latest }),
      deadLetter: (item) => {
        lease.assertHeld();
        return this.deadLetters.keepItem(run, item);
      },
    };
  }
}

/**
 * Resolves when the lease ended early and the processor has had time to stop. One that does not
 * stop is not waited for: its fence rejects what it writes.
 */
function abandoned({ signal }: RunLease): Promise<AttemptResult> {
  return new Promise((resolve) => {
    const abandon = (): void => resolve({ what: 'failed', error: toDomainError(signal.reason) });
    signal.addEventListener('abort', () => setTimeout(abandon, STOPPING_MS), { once: true });
  });
}
