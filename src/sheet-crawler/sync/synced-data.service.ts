import { Injectable } from '@nestjs/common';
import { SheetRowRepository } from '../rows/sheet-row.repository';
import { SheetSyncReportRepository } from '../state/sheet-sync-report.repository';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { SyncObserver } from './sync-observer';

/** Deletes what syncs have stored of deleted connections. */
@Injectable()
export class SyncedDataService {
  constructor(
    private readonly states: SheetSyncStateRepository,
    private readonly rows: SheetRowRepository,
    private readonly reports: SheetSyncReportRepository,
    private readonly observer: SyncObserver,
  ) {}

  /** Without a state, a running sync of a connection stops and no other begins. */
  async refuseSyncs(connectionId: string): Promise<void> {
    await this.states.delete(connectionId);
  }

  /**
   * Deletes its rows, its reports and what is derived from them; doing it twice changes nothing.
   * `mayGoOn` is called with the count of rows so far, and may throw.
   */
  async deleteAll(connectionId: string, mayGoOn?: (rows: number) => void): Promise<void> {
    await this.rows.deleteAll(connectionId, mayGoOn);
    await this.reports.deleteAll(connectionId);
    await this.observer.deleted(connectionId);
  }
}
