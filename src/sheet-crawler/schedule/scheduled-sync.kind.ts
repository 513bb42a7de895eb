import { defineRunKind, type RunRequest } from '@tributary/pipeline';

/** Nothing: a cycle is over all connections. */
export type ScheduledSyncPayload = Record<string, never>;

/**
 * Finds the sheets that have to be synced, and triggers their syncs; its subject is all of them.
 */
export const SCHEDULED_SYNC = defineRunKind<ScheduledSyncPayload>('sheet.cycle', {
  queue: 'sheet_sync_cycles',
  concurrency: 1,
});

/** A request for a cycle; the owner is no account, since cycles belong to no user. */
export const SCHEDULED_SYNC_REQUEST: RunRequest<ScheduledSyncPayload> = {
  subject: 'all',
  owner: 'tributary:scheduler',
  payload: {},
};
