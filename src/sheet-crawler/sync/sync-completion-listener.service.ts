import { Injectable } from '@nestjs/common';
import { Config } from '@tributary/config';
import { OnRunCompleted, type Run, type RunCompletionListener } from '@tributary/pipeline';
import { SHEET_SYNC } from './sheet-sync.kind';
import { emptyReport } from './sync-report';
import { SyncObserver } from './sync-observer.service';
import { SheetSyncReportRepository } from './sheet-sync-report.repository';
import { SheetSyncStateRepository } from './sheet-sync-state.repository';

const DAY_MS = 86_400_000;

/** Writes how a sync ended, whoever ended it: its worker, the reconciler, or who cancelled it. */
@Injectable()
@OnRunCompleted(SHEET_SYNC)
export class SyncCompletionListener implements RunCompletionListener {
  constructor(
    private readonly config: Config,
    private readonly states: SheetSyncStateRepository,
    private readonly reports: SheetSyncReportRepository,
    private readonly observer: SyncObserver,
  ) {}

  async ended(run: Run): Promise<void> {
    await this.keepEnd(run);
    await this.observer.ended(run.subject, run.id);
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

  /** The connection may have been deleted meanwhile, and nobody would come for the reports. */
  private async clearDeleted(connectionId: string): Promise<void> {
    if (!(await this.states.find(connectionId))) await this.reports.deleteAll(connectionId);
  }
}
