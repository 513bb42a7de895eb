import { type Fence } from '@tributary/pipeline';
import { type HeaderDrift } from '../mapping/header-drift';
import { type SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { addReports, emptyReport, type SyncReport } from '../state/sync-report';
import { type SyncState } from '../state/sync-state';
import { connectionDeleted } from './connection-deleted';

/** A state with the report of its run. */
export type ReportedState = SyncState & { readonly report: SyncReport };

/** How far the rows of a sheet were processed. */
export type SyncCursor = Pick<SyncState, 'last_synced_row' | 'total_rows_synced'>;

/**
 * Records how far a session is: the cursor and the report are updated together, in one document,
 * after the rows that they cover are stored.
 */
export class SyncCheckpoint {
  private report: SyncReport;
  private rows: number;
  private countedRequests = 0;
  /** How many requests the reading took so far. */
  private requests: () => number = () => 0;

  constructor(
    private readonly fence: Fence,
    private readonly state: ReportedState,
    private readonly states: SheetSyncStateRepository,
  ) {
    this.report = state.report;
    this.rows = state.total_rows_synced;
  }

  /** How many rows are stored, as of the last checkpoint. */
  get storedRows(): number {
    return this.rows;
  }

  /** Counts the requests of a reading from now on. */
  countRequests(requests: () => number): void {
    this.requests = requests;
  }

  /** Moves the cursor, and adds to the report what was done since the last checkpoint. */
  async save(cursor: SyncCursor, done: SyncReport): Promise<void> {
    const requests = this.requests();
    done.counts.requests += requests - this.countedRequests;
    this.countedRequests = requests;
    this.report = addReports(this.report, done);
    this.rows = cursor.total_rows_synced;
    await this.change({ ...cursor, report: this.report });
  }

  /** Records which mapped columns are gone. */
  async recordDrift(drift: HeaderDrift): Promise<void> {
    await this.change({ drift });
  }

  /** Shows the written generation to readers. */
  async publish(headers: readonly string[]): Promise<void> {
    await this.change({ generation: this.state.building, headers, drift: null });
  }

  /** The state as it is stored now. */
  async current(): Promise<ReportedState> {
    const state = await this.states.take(this.fence, this.state.connection_id);
    if (!state) throw connectionDeleted();
    return { ...state, report: state.report ?? emptyReport(this.state.report.run_id) };
  }

  private async change(changes: Partial<SyncState>): Promise<void> {
    const { connection_id } = this.state;
    if (!(await this.states.change(this.fence, connection_id, changes))) throw connectionDeleted();
  }
}
