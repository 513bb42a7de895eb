import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type RunCounts } from '@tributary/contracts';
import { type ClaimedRun, RunService } from '@tributary/pipeline';
import { setTimeout as delay } from 'node:timers/promises';
import { SheetConnectionRepository } from '../connections/sheet-connection.repository';
import { SHEET_DELETION, type SheetDeletionPayload } from '../connections/sheet-deletion.kind';
import { SHEET_SYNC } from '../sync/sheet-sync.kind';
import { SyncedDataService } from '../sync/synced-data.service';
import { DeletedConnectionRepository } from './deleted-connection.repository';

type DeletionRun = ClaimedRun<SheetDeletionPayload>;

/** How often a deletion checks whether the cancelled sync has ended. */
const LOOK_MS = 50;

/** Deletes connections with everything that belongs to them. */
@Injectable()
export class SheetDeletionService {
  constructor(
    private readonly connections: SheetConnectionRepository,
    private readonly deleted: DeletedConnectionRepository,
    private readonly data: SyncedDataService,
    private readonly runs: RunService,
  ) {}

  /**
   * Every step is idempotent; the connection itself is deleted last, so that the deletion is never
   * forgotten.
   */
  async delete(run: DeletionRun): Promise<RunCounts> {
    const { subject: id } = run;
    await this.connections.markDeleted(id);
    await this.data.refuseSyncs(id);
    await this.stopSync(run);
    let rows = 0;
    await this.data.deleteAll(id, (deleted) => {
      run.fence.assertHeld();
      run.progress({ done: (rows = deleted) });
    });
    await this.forgetRuns(id);
    await this.deleted.keep(id, new Date());
    await this.connections.delete(id);
    return { rows };
  }

  /** Deletes the syncs of a connection, and the earlier deletions of it, which failed. */
  async forgetRuns(id: string): Promise<void> {
    await this.runs.forget(SHEET_SYNC, id);
    await this.runs.forget(SHEET_DELETION, id);
  }

  /** Waits until the worker of a sync, or the reconciler, has ended it. */
  private async stopSync({ subject, signal }: DeletionRun): Promise<void> {
    while (!(await this.runs.isSettled(SHEET_SYNC, subject))) {
      const active = await this.runs.findActive(SHEET_SYNC, subject);
      if (active) await this.runs.cancel(active.id).catch(ignoreEnded);
      await delay(LOOK_MS, undefined, { signal });
    }
  }
}

/** It ended at the same moment, or does not exist any more. */
function ignoreEnded(error: unknown): void {
  if (error instanceof DomainError && ['RUN_ENDED', 'NOT_FOUND'].includes(error.code)) return;
  throw error;
}
