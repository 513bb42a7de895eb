import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import { DriveClient, type GoogleCall } from '@tributary/google';
import { type ClaimedRun, type CyclePayload, RunService } from '@tributary/pipeline';
import { DriveCursorRepository } from './drive-cursor.repository';
import { type SheetConnection } from '../connections/sheet-connection';
import { SheetAccountService } from '../connections/sheet-account.service';
import { SheetConnectionRepository } from '../connections/sheet-connection.repository';
import { DeletionSweepService } from '../deletion/deletion-sweep.service';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { SHEET_SYNC } from '../sync/sheet-sync.kind';
import { isDue } from './is-due';

/** Connections that are checked together. */
const BATCH = 1_000;

/** Finds the sheets that may have changed, and triggers their syncs. */
@Injectable()
export class ScheduledSyncService {
  private readonly logger = new Logger(ScheduledSyncService.name);

  constructor(
    private readonly config: Config,
    private readonly drive: DriveClient,
    private readonly accounts: SheetAccountService,
    private readonly feeds: DriveCursorRepository,
    private readonly connections: SheetConnectionRepository,
    private readonly states: SheetSyncStateRepository,
    private readonly runs: RunService,
    private readonly deletions: DeletionSweepService,
  ) {}

  /** One cycle over all enabled connections. */
  async cycle(run: ClaimedRun<CyclePayload>): Promise<RunCounts> {
    const known = new Set<string>();
    for (const { email } of this.accounts.all) {
      if (await this.isFeedRead({ account: email, signal: run.signal })) known.add(email);
    }
    const counts = { connections: 0, due: 0, queued: 0 };
    for await (const batch of this.connections.enabled(BATCH)) {
      run.signal.throwIfAborted();
      const due = await this.dueOf(batch, known);
      counts.connections += batch.length;
      counts.due += due.length;
      counts.queued += await this.queue(due);
      run.progress({ done: counts.connections });
    }
    await this.sweepDeleted(run.signal);
    return counts;
  }

  /** The syncs are triggered, so a failure is left to the next cycle. */
  private async sweepDeleted(signal: AbortSignal): Promise<void> {
    try {
      await this.deletions.sweep(signal);
    } catch (error) {
      signal.throwIfAborted();
      this.logger.warn({ err: error, msg: 'Sweep after deleted connections failed' });
    }
  }

  private async dueOf(
    batch: readonly SheetConnection[],
    known: ReadonlySet<string>,
  ): Promise<SheetConnection[]> {
    const states = await this.states.findMany(batch.map(({ id }) => id));
    const now = new Date();
    const auditMs = this.config.SHEET_AUDIT_INTERVAL * 1000;
    return batch.filter((connection) => {
      const state = states.get(connection.id);
      const knowsChanges = known.has(this.accounts.accountOf(connection).email);
      return state !== undefined && isDue(connection, state, { now, knowsChanges, auditMs });
    });
  }

  /** How many were not queued already. */
  private async queue(due: readonly SheetConnection[]): Promise<number> {
    const triggered = await this.runs.triggerMany(
      SHEET_SYNC,
      due.map(({ id, user_id }) => ({
        subject: id,
        owner: user_id,
        payload: { accept_deletions: false },
      })),
    );
    return triggered.filter(({ created }) => created).length;
  }

  /**
   * Reads what changed for an account since the last cycle, and whether that is complete. The
   * cursor moves after the changes are stored. While Drive is unavailable, all sheets are read.
   */
  private async isFeedRead(call: GoogleCall & { readonly account: string }): Promise<boolean> {
    const { account } = call;
    const feed = this.feedOf(account);
    try {
      const token = await this.feeds.tokenOf(feed);
      if (token === undefined) {
        await this.beginFeed(feed, call);
        return false;
      }
      for await (const { changes, next } of this.drive.changes(token, call)) {
        await this.states.markChanged(
          changes.map(({ fileId, file, time }) => ({
            sheetId: fileId,
            modifiedTime: file?.modifiedTime,
            time,
          })),
        );
        await this.feeds.moveTo(feed, next, new Date());
      }
      return true;
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'CHANGES_TOKEN_INVALID') await this.feeds.forget(feed);
      this.logger.warn({ err: error, account, msg: 'Reading the Drive change feed failed' });
      return false;
    }
  }

  private async beginFeed(feed: string, call: GoogleCall): Promise<void> {
    await this.feeds.moveTo(feed, await this.drive.getStartPageToken(call), new Date());
  }

  /** Another Google address, such as an emulator's, has feeds of its own. */
  private feedOf(account: string): string {
    const { GOOGLE_API_BASE_URL } = this.config;
    return GOOGLE_API_BASE_URL === undefined ? account : `${account} at ${GOOGLE_API_BASE_URL}`;
  }
}
