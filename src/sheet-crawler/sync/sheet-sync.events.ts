import {
  type RunCounts,
  type RunFailure,
  type RunProgress,
  type RunReference,
} from '@tributary/contracts';

/** What every live event about the sync of a sheet contains. */
export interface SheetSyncReference extends RunReference {
  /** The connection, which is the run's subject. */
  connection_id: string;
}

declare module '@tributary/contracts' {
  interface LiveEventPayloads {
    /** A worker began to sync a connection, or began again. */
    'sheet:sync:started': SheetSyncReference & { attempt: number };
    'sheet:sync:progress': SheetSyncReference & RunProgress;
    /** A sync ends with exactly one of these two. */
    'sheet:sync:completed': SheetSyncReference & { result: RunCounts; finished_at: string };
    'sheet:sync:failed': SheetSyncReference & { error: RunFailure; finished_at: string };
  }
}

/** What the events about a sync are called. */
export const SHEET_SYNC_EVENTS = {
  started: 'sheet:sync:started',
  progress: 'sheet:sync:progress',
  succeeded: 'sheet:sync:completed',
  failed: 'sheet:sync:failed',
  cancelled: 'sheet:sync:failed',
} as const;
