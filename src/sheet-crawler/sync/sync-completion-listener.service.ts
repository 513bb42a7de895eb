import { Injectable } from '@nestjs/common';
import { Config } from '@tributary/config';
import {
  OnRunCompleted,
  type Run,
  type RunCompletionListener,
  RunService,
} from '@tributary/pipeline';
import { SheetConnectionRepository } from '../connections/sheet-connection.repository';
import { SHEET_SYNC } from './sheet-sync.kind';
import { emptyReport } from '../state/sync-report';
import { SyncObserver } from './sync-observer';
import { SheetSyncReportRepository } from '../state/sheet-sync-report.repository';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';

const DAY_MS = 86_400_000;

/** Records how a sync ended, whether its worker, the reconciler or a cancellation ended it. */
@Injectable()
@OnRunCompleted(SHEET_SYNC)
export class SyncCompletionListener implements RunCompletionListener {
  constructor(
    private readonly config: Config,
    private readonly states: SheetSyncStateRepository,
    private readonly reports: SheetSyncReportRepository,
    private readonly observer: SyncObserver,
    private readonly connections: SheetConnectionRepository,
    private readonly runs: RunService,
  ) {}

  async ended(run: Run): Promise<void> {
    await this.keepEnd(run);
    await this.observer.ended(run.subject, run.id);
    await this.syncMissedChange(run);
  }

  /**
   * Starts the next run for a change that this one missed. The request is cleared only after a run
   * was started for it: until then, the next end of a run finds it again.
   */
  private async syncMissedChange({ subject: id, attempt }: Run): Promise<void> {
    // A run that never started was cancelled on purpose, so no other is started.
    if (attempt === 0) return;
    const { requested_generation: requested, building } = (await this.states.find(id)) ?? {};
    if (requested === undefined || building === undefined || requested <= building) return;
    const connection = await this.connections.findById(id);
    if (!connection?.sync_enabled) return;
    const { created } = await this.runs.trigger(SHEET_SYNC, {
      subject: id,
      owner: connection.user_id,
      payload: { accept_deletions: false },
      priority: 'high',
    });
    if (created) await this.states.clearRequest(id, requested);
  }

  private async keepEnd(run: Run): Promise<void> {
    const at = run.finished_at ?? new Date();
    const error = run.status === 'succeeded' ? undefined : (run.error ?? undefined);
    const { subject: connectionId, fence } = run;
    const state = await this.states.ended({ connectionId, fence, at, error });
    if (!state) return this.clearDeleted(connectionId);
    const report = state.report?.run_id === run.id ? state.report : emptyReport(run.id);
    const expiresAt = new Date(at.getTime() + this.config.RUN_RETENTION_DAYS * DAY_MS);
    await this.reports.keep(connectionId, report, expiresAt);
    await this.clearDeleted(connectionId);
  }

  /** The connection may have been deleted meanwhile, and nothing else would delete the report. */
  private async clearDeleted(connectionId: string): Promise<void> {
    if (!(await this.states.find(connectionId))) await this.reports.deleteAll(connectionId);
  }
}
