import { Injectable } from '@nestjs/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, type CyclePayload, RunService } from '@tributary/pipeline';
import { ReviewConnectionRepository } from '../connections/review-connection.repository';
import { REVIEW_SYNC } from './review-sync.kinds';

/** Connections that are triggered together. */
const BATCH = 1_000;

/** Triggers a sync of every enabled connection: whether one has news, only Google knows. */
@Injectable()
export class ReviewCycleService {
  constructor(
    private readonly connections: ReviewConnectionRepository,
    private readonly runs: RunService,
  ) {}

  async cycle(run: ClaimedRun<CyclePayload>): Promise<RunCounts> {
    const counts = { connections: 0, queued: 0 };
    for await (const batch of this.connections.findScheduled(BATCH)) {
      run.signal.throwIfAborted();
      const triggered = await this.runs.triggerMany(
        REVIEW_SYNC,
        batch.map(({ id, user_id }) => ({ subject: id, owner: user_id, payload: { full: false } })),
      );
      counts.connections += batch.length;
      counts.queued += triggered.filter(({ created }) => created).length;
      run.progress({ done: counts.connections });
    }
    return counts;
  }
}
