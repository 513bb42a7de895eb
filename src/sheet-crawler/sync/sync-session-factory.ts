import { Injectable } from '@nestjs/common';
import { type SheetConnection } from '../connections/sheet-connection';
import { SheetRowRepository } from '../rows/sheet-row.repository';
import { SheetSyncStateRepository } from '../state/sheet-sync-state.repository';
import { emptyReport } from '../state/sync-report';
import { connectionDeleted } from './connection-deleted';
import { RowWriter } from './row-writer';
import { SheetReader } from './sheet-reader';
import { type ReportedState, SyncCheckpoint } from './sync-checkpoint';
import { SyncObserver } from './sync-observer';
import { type SessionRun, SyncSession } from './sync-session';

/** Begins sessions of syncs. */
@Injectable()
export class SyncSessionFactory {
  constructor(
    private readonly states: SheetSyncStateRepository,
    private readonly rows: SheetRowRepository,
    private readonly reader: SheetReader,
    private readonly observer: SyncObserver,
  ) {}

  /** Marks the connection as syncing; RUN_CANCELLED when it was deleted. */
  async begin(run: SessionRun, connection: SheetConnection): Promise<SyncSession> {
    const state = await this.stateFor(run, connection);
    const writer = new RowWriter(run, connection, state.building, this.rows, this.observer);
    const checkpoint = new SyncCheckpoint(run.fence, state, this.states);
    return new SyncSession(run, connection, state, this.reader, writer, checkpoint);
  }

  /** The state is reset when the generation is a new one. */
  private async stateFor(run: SessionRun, connection: SheetConnection): Promise<ReportedState> {
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
}
