import { errorDefinition } from '@tributary/contracts';
import { type SheetConnection } from '../connections/sheet-connection';
import { type SyncState } from '../state/sync-state';

/** What decides whether a connection is due. */
export interface ScheduleState {
  readonly now: Date;
  /** Whether Drive reported all changes of the connection's account. */
  readonly knowsChanges: boolean;
  readonly auditMs: number;
}

/** Whether a connection has to be synced in a cycle, or cannot have changed. */
export function isDue(
  { generation }: Pick<SheetConnection, 'generation'>,
  state: SyncState,
  { now, knowsChanges, auditMs }: ScheduleState,
): boolean {
  const { status, error_code, building, last_read_at } = state;
  if (building !== generation || last_read_at === null) return true;
  if (hasChanged(state) || now.getTime() - last_read_at.getTime() >= auditMs) return true;
  // A failure that only the owner can fix is retried when the sheet changed, or at an audit.
  if (status === 'failed') return error_code === null || errorDefinition(error_code).retryable;
  return status !== 'success' || !knowsChanges;
}

function hasChanged({ drive_modified_time, read_modified_time }: SyncState): boolean {
  if (drive_modified_time === null) return false;
  return read_modified_time === null || drive_modified_time > read_modified_time;
}
