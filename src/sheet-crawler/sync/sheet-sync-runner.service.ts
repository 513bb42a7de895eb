import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import { type SpreadsheetMetadata } from '@tributary/google';
import { type ClaimedRun, RunService } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { SheetConnectionRepository } from '../connections/sheet-connection.repository';
import { SHEET_DELETION } from '../connections/sheet-deletion.kind';
import { connectionDeleted } from './connection-deleted';
import { RowsOutdated } from './row-writer';
import { SheetReader } from './sheet-reader';
import { type SheetSyncPayload } from './sheet-sync.kind';
import { type ReportedState } from './sync-checkpoint';
import { type SyncSession } from './sync-session';
import { SyncSessionFactory } from './sync-session-factory';
import { SyncedDataService } from './synced-data.service';
import { SyncStrategyRegistry } from './sync-strategy-registry';

type SyncRun = ClaimedRun<SheetSyncPayload>;

/**
 * The most sessions of one run: when the owner keeps changing the connection, the next run
 * continues.
 */
const MOST_SESSIONS = 5;

/** Syncs the rows of a connection's sheet into the store. */
@Injectable()
export class SheetSyncRunner {
  private readonly logger = new Logger(SheetSyncRunner.name);

  constructor(
    private readonly config: Config,
    private readonly connections: SheetConnectionRepository,
    private readonly reader: SheetReader,
    private readonly sessions: SyncSessionFactory,
    private readonly strategies: SyncStrategyRegistry,
    private readonly data: SyncedDataService,
    private readonly runs: RunService,
  ) {}

  /** Syncs a connection; when its owner changes it meanwhile, once more in its new generation. */
  async sync(run: SyncRun): Promise<RunCounts> {
    try {
      return await this.syncUntilUnchanged(run);
    } catch (error) {
      await this.clearDeleted(run);
      throw error;
    }
  }

  private async syncUntilUnchanged(run: SyncRun): Promise<RunCounts> {
    let connection = await this.connectionOf(run);
    for (let sessions = 1; sessions <= MOST_SESSIONS; sessions += 1) {
      const state = await this.runSession(run, connection);
      const { generation } = connection;
      connection = await this.connectionOf(run);
      if (state && (connection.generation === generation || sessions === MOST_SESSIONS)) {
        const { last_synced_row, total_rows_synced, report } = state;
        return { ...report.counts, last_synced_row, total_rows_synced };
      }
    }
    throw new DomainError('TAB_NOT_FOUND', {
      detail: `The tab "${connection.sheet_name}" is renamed again and again. Sync once more when it has its name.`,
    });
  }

  /**
   * The state afterwards; undefined when the sheet has to be read again: by another name, or from
   * the start.
   */
  private async runSession(
    run: SyncRun,
    connection: SheetConnection,
  ): Promise<ReportedState | undefined> {
    const session = await this.sessions.begin(run, connection);
    try {
      await this.strategies.of(connection.sync_mode).sync(session, {
        acceptDeletions: run.payload.accept_deletions,
        deleteLimit: this.config.SHEET_DELETE_LIMIT,
      });
    } catch (error) {
      await this.abort(session);
      if (error instanceof RowsOutdated) {
        await this.connections.bumpGeneration(connection);
        return undefined;
      }
      if (!isCode(error, 'TAB_NOT_FOUND')) throw error;
      await this.followTab(run, connection);
      return undefined;
    }
    return session.finish(run.payload.accept_deletions);
  }

  /**
   * Deletes what was written while the connection was deleted; a new deletion covers this run too,
   * which may have been requested after the first deletion was done.
   */
  private async clearDeleted({ subject: id, owner }: SyncRun): Promise<void> {
    try {
      if (await this.connections.findById(id)) return;
      await this.data.deleteAll(id);
      await this.runs.trigger(SHEET_DELETION, { subject: id, owner, payload: {} });
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Checking whether the connection still exists failed' });
    }
  }

  /**
   * Publishes the rows that were changed before the sync failed; if that fails, the next sync does
   * it.
   */
  private async abort(session: SyncSession): Promise<void> {
    try {
      await session.abort();
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Commit of roll-ups failed; the next sync repeats it' });
    }
  }

  private async connectionOf(run: SyncRun): Promise<SheetConnection> {
    const connection = await this.connections.findById(run.subject);
    if (!connection) throw connectionDeleted();
    return connection;
  }

  /** Follows a renamed tab by its id; a missing one is an error that lists the existing tabs. */
  private async followTab(run: SyncRun, connection: SheetConnection): Promise<void> {
    const tabs = await this.reader.tabsOf(run, connection);
    const tab = tabs.find(({ id }) => id === connection.tab_id);
    if (tab && tab.title !== connection.sheet_name) {
      await this.connections.renameTab(connection, tab.title);
      return;
    }
    throw new DomainError('TAB_NOT_FOUND', { detail: goneSentence(connection.sheet_name, tabs) });
  }
}

function isCode(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code;
}

function goneSentence(name: string, tabs: SpreadsheetMetadata['tabs']): string {
  if (tabs.some(({ title }) => title === name)) {
    return `The tab "${name}" was replaced by another one of the same name. Save the connection with this sheet_name to sync that one from the start.`;
  }
  const titles = tabs.map(({ title }) => `"${title}"`).join(', ');
  return `The spreadsheet has no tab "${name}" any more; it has ${titles}. Choose one of them in the connection.`;
}
