import { defineRunKind } from '@tributary/pipeline';
import { SHEET_SYNC_EVENTS } from './sheet-sync.events';

/** How a sheet is synced. */
export interface SheetSyncPayload {
  /** Rows that vanished from the sheet may be deleted, however many they are. */
  accept_deletions: boolean;
}

/** Syncs the rows of a sheet into the store; its subject is the connection. */
export const SHEET_SYNC = defineRunKind<SheetSyncPayload>('sheet.sync', {
  queue: 'sheet_sync_tasks',
  // Many, since most of them wait for the quota of their account while others can proceed.
  concurrency: 32,
  events: SHEET_SYNC_EVENTS,
  progressEveryMs: 250,
  subjectField: 'connection_id',
});
