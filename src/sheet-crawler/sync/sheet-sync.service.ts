import { Injectable } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { type Run, RunService, type Triggered } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { SHEET_SYNC } from './sheet-sync.kind';
import { type SyncReport } from '../state/sync-report';
import { type SyncState } from '../state/sync-state';
import { SheetSyncReportRepository } from '../state/sheet-sync-report.repository';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';

/** A run of a connection and what it did, as far as that is known. */
export interface RunWithReport {
  readonly run: Run;
  readonly report: SyncReport | undefined;
}

/** Requests syncs of connections, and shows their runs. */
@Injectable()
export class SheetSyncService {
  constructor(
    private readonly runs: RunService,
    private readonly states: SheetSyncStateRepository,
    private readonly reports: SheetSyncReportRepository,
  ) {}

  /** Requests a sync with high priority, since a user waits for it. */
  request(
    { id, user_id }: Pick<SheetConnection, 'id' | 'user_id'>,
    acceptDeletions = false,
  ): Promise<Triggered> {
    return this.runs.trigger(SHEET_SYNC, {
      subject: id,
      owner: user_id,
      payload: { accept_deletions: acceptDeletions },
      priority: 'high',
    });
  }

  /**
   * The same after a change. A running sync checks for changes at its end; a change between that
   * check and the end of the run is synced by a run that the end starts. The request is stored
   * before the active run is looked up: a run that is active then had not ended when the request
   * was stored.
   */
  async requestAfterChange(connection: SheetConnection): Promise<void> {
    await this.states.request(connection.id, connection.generation);
    await this.request(connection);
  }

  /** The state of a connection and its queued or running run. */
  async status(id: string): Promise<{ state: SyncState; active: Run | undefined }> {
    const [state, active] = await Promise.all([
      this.states.find(id),
      this.runs.findActive(SHEET_SYNC, id),
    ]);
    if (!state) throw new DomainError('NOT_FOUND', { detail: 'Connection not found' });
    return { state, active };
  }

  /** Runs of a connection, newest first, and how many there are in all. */
  async list(id: string, offset: number, limit: number): Promise<[RunWithReport[], number]> {
    const [runs, total] = await this.runs.list(
      { kind: SHEET_SYNC.name, subject: id },
      offset,
      limit,
    );
    return [await this.withReports(id, runs), total];
  }

  /** One run of a connection. */
  async get(id: string, runId: string): Promise<RunWithReport> {
    const run = await this.runs.find(runId);
    const [found] =
      run?.kind === SHEET_SYNC.name && run.subject === id ? await this.withReports(id, [run]) : [];
    if (!found) throw new DomainError('NOT_FOUND', { detail: 'Run not found' });
    return found;
  }

  /** The report of the newest run is in the state until the run has ended. */
  private async withReports(id: string, runs: readonly Run[]): Promise<RunWithReport[]> {
    const [kept, state] = await Promise.all([
      this.reports.findMany(runs.map((run) => run.id)),
      this.states.find(id),
    ]);
    const current = state?.report ?? undefined;
    return runs.map((run) => ({
      run,
      report: kept.get(run.id) ?? (current?.run_id === run.id ? current : undefined),
    }));
  }
}
