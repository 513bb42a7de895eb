import { Injectable } from '@nestjs/common';
import { SyncedDataService } from '../sync/synced-data.service';
import {
  type DeletedConnection,
  DeletedConnectionRepository,
} from './deleted-connection.repository';
import { SheetDeletionService } from './sheet-deletion.service';

/** Connections that are swept together. */
const BATCH = 100;
const FIRST_PAUSE_MS = 60_000;
/** After this time no write for a deleted connection is expected any more. */
const REMEMBERED_MS = 7 * 86_400_000;

/**
 * Looks for data of deleted connections. A worker that was suspended may write once more after the
 * deletion, and be killed before it notices; nobody else knows of that write.
 */
@Injectable()
export class DeletionSweepService {
  constructor(
    private readonly deleted: DeletedConnectionRepository,
    private readonly data: SyncedDataService,
    private readonly deletions: SheetDeletionService,
  ) {}

  /** Sweeps after every connection that is due. */
  async sweep(signal: AbortSignal): Promise<void> {
    const now = new Date();
    for (;;) {
      const due = await this.deleted.findDue(now, BATCH);
      for (const connection of due) {
        signal.throwIfAborted();
        await this.sweepOne(connection, now);
      }
      if (due.length < BATCH) return;
    }
  }

  /** The pauses grow: a dozen sweeps cover the whole time. */
  private async sweepOne({ id, deletedAt }: DeletedConnection, now: Date): Promise<void> {
    await this.data.deleteAll(id);
    await this.deletions.forgetRuns(id);
    const ageMs = now.getTime() - deletedAt.getTime();
    if (ageMs >= REMEMBERED_MS) return this.deleted.forget(id);
    const pauseMs = Math.max(FIRST_PAUSE_MS, ageMs);
    await this.deleted.postpone(id, new Date(now.getTime() + pauseMs));
  }
}
