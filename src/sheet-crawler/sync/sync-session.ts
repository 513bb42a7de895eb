import { DomainError } from '@tributary/common';
import {
  ALL_COLUMNS,
  type GoogleCall,
  type SheetReading,
  type SheetRow,
  type SheetsClient,
} from '@tributary/google';
import { type ClaimedRun, type UpsertCounts } from '@tributary/pipeline';
import { HeaderRow } from '../mapping/header-row';
import { RowMapper } from '../mapping/row-mapper';
import { excessiveDeletionMessage } from './deletion-guard';
import { type SheetConnection } from '../connections/sheet-connection';
import { addReports, type SyncReport } from '../state/sync-report';
import { type RowSetKey, type StoredRow } from '../rows/stored-row';
import { type SyncState } from '../state/sync-state';
import { type SyncSessionObserver } from './sync-session-observer';
import { type SyncObserver } from './sync-observer';
import { type RowFingerprint, type SheetRowRepository } from '../rows/sheet-row.repository';
import { type SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { prefetch } from './prefetch';
import { driftSentence, resolveColumns } from '../mapping/resolve-columns';
import { RowIngestor } from './row-ingestor';
import { RowHasher } from './mirror/row-hasher';
import { type Semaphore } from './semaphore';

/** The collaborators of a {@link SyncSession}. */
export interface SyncSessionTools {
  readonly sheets: SheetsClient;
  readonly states: SheetSyncStateRepository;
  readonly rows: SheetRowRepository;
  readonly observer: SyncObserver;
  /** Limits the readings of large sheets in this process. */
  readonly largeReadings: Semaphore;
  /** Rows that are stored together, before the cursor moves. */
  readonly chunkRows: number;
}

/** A sheet as it is being read. */
export interface OpenSheet {
  readonly ingestor: RowIngestor;
  readonly hasher: RowHasher;
  /** Whether rows are identified by a key column. */
  readonly hasKey: boolean;
  /** How many rows there are from the first requested one, when the first response shows it. */
  readonly total: number | null;
  /** Chunks of rows; the next one is requested while the current one is processed. */
  readonly chunks: AsyncIterable<readonly SheetRow[]>;
}

/** A run waits for its quota rather than going back to the queue. */
const QUOTA_WAIT_MS = 600_000;

/**
 * Reads and writes one sync of a sheet, or of its new rows, for a sync strategy. The cursor and the
 * report are updated together, in one document, after the rows that they cover are stored.
 */
export class SyncSession {
  private report: SyncReport;
  private reading: SheetReading | undefined;
  private headers: readonly string[];
  private countedRequests = 0;
  private storedRows: number;
  private watched: SyncSessionObserver | undefined;

  constructor(
    private readonly run: Pick<ClaimedRun, 'id' | 'fence' | 'signal' | 'progress'>,
    readonly connection: SheetConnection,
    readonly state: SyncState & { readonly report: SyncReport },
    private readonly account: string,
    private readonly tools: SyncSessionTools,
  ) {
    this.report = state.report;
    this.headers = state.headers;
    this.storedRows = state.total_rows_synced;
  }

  /** Opens the sheet at a row; HEADER_DRIFT when a mapped column is gone. `tail` expects few rows. */
  async open(fromRow: number, tail: boolean): Promise<OpenSheet> {
    const { sheet_id, sheet_name, header_row } = this.connection;
    // Before the request and the wait for quota: the rows may be newer than this, never older.
    const readAt = new Date();
    const reading = await this.tools.sheets.readRows(sheet_id, sheet_name, fromRow, ALL_COLUMNS, {
      headerRow: header_row,
      tail,
      chunkRows: this.tools.chunkRows,
      ...this.call,
    });
    this.reading = reading;
    // Another tab may have its name by now.
    if (reading.tab.id !== this.connection.tab_id) throw new DomainError('TAB_NOT_FOUND');
    const headers = HeaderRow.of(reading.header);
    const resolution = resolveColumns(this.connection, headers, this.state.headers);
    if ('drift' in resolution) {
      const { drift } = resolution;
      await this.change({ drift });
      throw new DomainError('HEADER_DRIFT', { detail: driftSentence(drift) });
    }
    this.headers = headers.texts;
    const { columns, keyIndex } = resolution;
    const { locale, timeZone } = reading.properties;
    const mapper = new RowMapper({
      headers: headers.texts,
      columns,
      context: { locale, timeZone },
    });
    this.watched = await this.tools.observer.observe({
      runId: this.run.id,
      fence: this.run.fence,
      connection: this.connection,
      readAt,
      timeZone,
      texts: mapper.texts,
    });
    if (!this.watched) throw new RowsOutdated();
    return {
      ingestor: new RowIngestor(mapper),
      hasher: new RowHasher(headers.texts, keyIndex),
      hasKey: keyIndex !== undefined,
      total: reading.knownRows ?? null,
      chunks: this.inTurn(reading),
    };
  }

  /** Stores rows; doing it twice changes nothing. */
  async store(rows: readonly StoredRow[]): Promise<UpsertCounts> {
    const metrics = await this.watch.beforeUpsert(rows);
    const known = rows.map((row, at) => ({ ...row, facts: metrics[at] ?? {} }));
    return this.tools.rows.upsert(this.run.fence, this.rowSet, known, new Date());
  }

  /** Changes the row numbers of stored rows. */
  async move(moves: readonly Pick<StoredRow, 'row_id' | 'row_number'>[]): Promise<void> {
    await this.watch.beforeMove();
    await this.tools.rows.move(this.run.fence, this.rowSet, moves);
  }

  /** Deletes stored rows. */
  async delete(rowIds: readonly number[]): Promise<void> {
    await this.watch.beforeDelete(rowIds);
    await this.tools.rows.delete(this.run.fence, this.rowSet, rowIds);
  }

  /** The fingerprints of the stored rows, in the order of the sheet. */
  streamFingerprints(): AsyncIterable<RowFingerprint> {
    return this.tools.rows.streamFingerprints(this.rowSet);
  }

  /** Stored rows by their ids. */
  find(rowIds: readonly number[]): Promise<Map<number, StoredRow>> {
    return this.tools.rows.findByIds(this.rowSet, rowIds);
  }

  /** Moves the cursor, and adds to the report what was done since the last checkpoint. */
  async checkpoint(
    cursor: Pick<SyncState, 'last_synced_row' | 'total_rows_synced'>,
    done: SyncReport,
  ): Promise<void> {
    const requests = this.reading?.requests ?? 0;
    done.counts.requests += requests - this.countedRequests;
    this.countedRequests = requests;
    this.report = addReports(this.report, done);
    this.storedRows = cursor.total_rows_synced;
    await this.change({ ...cursor, report: this.report });
  }

  /** Publishes the progress to the owner. */
  reportProgress(done: number, total: number | null, note?: string): void {
    this.run.progress({ done, total, ...(note === undefined ? {} : { note }) });
  }

  /** Everything is stored: publishes it to readers, and deletes what it replaced. */
  async finish(acceptDeletions: boolean): Promise<void> {
    const { building } = this.state;
    if (!acceptDeletions) await this.refuseToEmpty();
    await this.watch.commit();
    await this.change({ generation: building, headers: this.headers, drift: null });
    await this.tools.rows.deleteBefore(this.run.fence, this.rowSet);
  }

  /** Ends the session early: commits the changes that readers see already. */
  async abort(): Promise<void> {
    if (this.state.generation === this.state.building) await this.watched?.abort();
  }

  /**
   * Rows of the old generation are not replaced by an empty sheet: it may be in the middle of a
   * rewrite.
   */
  private async refuseToEmpty(): Promise<void> {
    const { generation, building } = this.state;
    if (this.storedRows > 0 || generation === null || generation === building) return;
    const stored = await this.tools.rows.count({ ...this.rowSet, generation });
    const problem = excessiveDeletionMessage({ stored, vanishing: stored, read: 0, share: 0 });
    if (problem !== undefined) throw new DomainError('ROWS_WOULD_VANISH', { detail: problem });
  }

  private get rowSet(): RowSetKey {
    return { connection_id: this.connection.id, generation: this.state.building };
  }

  private get watch(): SyncSessionObserver {
    if (!this.watched) throw new Error('The sheet was not opened');
    return this.watched;
  }

  private get call(): GoogleCall {
    const { account, connection, run } = this;
    return {
      account,
      owner: connection.user_id,
      signal: run.signal,
      quotaWaitMs: QUOTA_WAIT_MS,
    };
  }

  private async change(changes: Partial<SyncState>): Promise<void> {
    const { id } = this.connection;
    if (!(await this.tools.states.change(this.run.fence, id, changes))) throw connectionDeleted();
  }

  /**
   * After the first chunk a reading needs a slot of the semaphore, since each holds a few
   * megabytes.
   */
  private async *inTurn(reading: SheetReading): AsyncGenerator<readonly SheetRow[]> {
    let free: (() => void) | undefined;
    try {
      for await (const rows of prefetch(reading)) {
        yield rows;
        if (reading.requests > 1) free ??= await this.tools.largeReadings.acquire(this.run.signal);
      }
    } finally {
      free?.();
    }
  }
}

/**
 * Thrown when a sync cannot continue from the stored rows: they have to be written again, as for a
 * new mapping.
 */
export class RowsOutdated extends Error {}

/** The error of a run whose connection was deleted. */
export function connectionDeleted(): DomainError {
  return new DomainError('RUN_CANCELLED', { detail: 'The connection was deleted.' });
}
