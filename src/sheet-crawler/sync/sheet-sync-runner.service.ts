import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { type RunCounts } from '@tributary/contracts';
import { SheetsClient, type SpreadsheetMetadata } from '@tributary/google';
import { type ClaimedRun, RunService } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { SHEET_DELETION } from '../connections/sheet-deletion.kind';
import { type SheetSyncPayload } from './sheet-sync.kind';
import { emptyReport, type SyncReport } from '../state/sync-report';
import { type SyncState } from '../state/sync-state';
import { SheetAccountService } from '../connections/sheet-account.service';
import { SheetConnectionRepository } from '../connections/sheet-connection.repository';
import { SyncObserver } from './sync-observer';
import { SheetRowRepository } from '../rows/sheet-row.repository';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { SyncStrategies } from './sync-strategy-registry';
import { Semaphore } from './semaphore';
import { connectionDeleted, RowsOutdated, SyncSession } from './sync-session';

type SyncRun = ClaimedRun<SheetSyncPayload>;

/**
 * The most sessions of one run: when the owner keeps changing the connection, the next run
 * continues.
 */
const MOST_SESSIONS = 5;
const LARGE_READINGS = 4;

/** Syncs the rows of a connection's sheet into the store. */
@Injectable()
export class SheetSyncRunner {
  private readonly logger = new Logger(SheetSyncRunner.name);
  private readonly largeReadings = new Semaphore(LARGE_READINGS);

  constructor(
    private readonly config: Config,
    private readonly sheets: SheetsClient,
    private readonly accounts: SheetAccountService,
    private readonly connections: SheetConnectionRepository,
    private readonly states: SheetSyncStateRepository,
    private readonly rows: SheetRowRepository,
    private readonly observer: SyncObserver,
    private readonly strategies: SyncStrategies,
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
  ): Promise<(SyncState & { report: SyncReport }) | undefined> {
    const state = await this.begin(run, connection);
    const account = this.accounts.accountOf(connection).email;
    const { sheets, states, rows, observer, largeReadings } = this;
    const chunkRows = this.config.SHEET_CHUNK_ROWS;
    const tools = { sheets, states, rows, observer, largeReadings, chunkRows };
    const session = new SyncSession(run, connection, state, account, tools);
    try {
      await this.strategies.of(connection.sync_mode).sync(session, {
        acceptDeletions: run.payload.accept_deletions,
        deleteLimit: this.config.SHEET_DELETE_LIMIT,
      });
    } catch (error) {
      await this.giveUp(session);
      if (error instanceof RowsOutdated) {
        await this.connections.bumpGeneration(connection);
        return undefined;
      }
      if (!isCode(error, 'TAB_NOT_FOUND')) throw error;
      await this.followTab(run, connection);
      return undefined;
    }
    await session.finish(run.payload.accept_deletions);
    return this.currentState(run);
  }

  /** Marks the state as syncing, and resets it when the generation is a new one. */
  private async begin(
    run: SyncRun,
    connection: SheetConnection,
  ): Promise<SyncState & { report: SyncReport }> {
    const found = await this.states.take(run.fence, connection.id);
    if (!found) throw connectionDeleted();
    const isNewShape = found.building !== connection.generation;
    // A mirror sync always begins at the start.
    const isResumed =
      found.report?.run_id === run.id && !isNewShape && connection.sync_mode === 'append';
    const begun = {
      building: connection.generation,
      generation: found.generation ?? connection.generation,
      ...(isNewShape ? { last_synced_row: 0, total_rows_synced: 0 } : {}),
      report: isResumed && found.report ? found.report : emptyReport(run.id),
      last_read_at: new Date(),
      read_modified_time: found.drive_modified_time,
    };
    const changes = { ...begun, status: 'syncing' } as const;
    if (!(await this.states.change(run.fence, connection.id, changes))) throw connectionDeleted();
    // The previous status shows whether all rows up to the cursor were read.
    return { ...found, ...begun, ...(isNewShape ? { status: 'pending' } : {}) };
  }

  private async currentState(run: SyncRun): Promise<SyncState & { report: SyncReport }> {
    const state = await this.states.take(run.fence, run.subject);
    if (!state) throw connectionDeleted();
    return { ...state, report: state.report ?? emptyReport(run.id) };
  }

  /**
   * Deletes rows that were written while the connection was deleted; a new deletion covers this run
   * too, which may have been requested after the first deletion was done.
   */
  private async clearDeleted({ subject: id, owner }: SyncRun): Promise<void> {
    try {
      if (await this.connections.findById(id)) return;
      await this.rows.deleteAll(id);
      await this.observer.forget(id);
      await this.runs.trigger(SHEET_DELETION, { subject: id, owner, payload: {} });
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Checking whether the connection still exists failed' });
    }
  }

  /**
   * Publishes the rows that were changed before the sync failed; if that fails, the next sync does
   * it.
   */
  private async giveUp(session: SyncSession): Promise<void> {
    try {
      await session.abort();
    } catch (error) {
      this.logger.warn({ err: error, msg: 'Commit of roll-ups failed; the next sync repeats it' });
    }
  }

  private async connectionOf(run: SyncRun): Promise<SheetConnection> {
    const connection = await this.connections.findById(run.subject);
    if (!connection) throw connectionDeleted();
    if (await this.observer.isCompatible(connection)) return connection;
    await this.connections.bumpGeneration(connection);
    return this.connectionOf(run);
  }

  /** Follows a renamed tab by its id; a missing one is an error that lists the existing tabs. */
  private async followTab(run: SyncRun, connection: SheetConnection): Promise<void> {
    const { tabs } = await this.sheets.getMetadata(connection.sheet_id, {
      account: this.accounts.accountOf(connection).email,
      owner: connection.user_id,
      signal: run.signal,
    });
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
