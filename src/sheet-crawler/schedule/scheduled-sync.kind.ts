import { type CyclePayload, defineRunKind } from '@tributary/pipeline';

/**
 * Finds the sheets that have to be synced, and triggers their syncs; its subject is all of them.
 */
export const SCHEDULED_SYNC = defineRunKind<CyclePayload>('sheet.cycle', {
  queue: 'sheet_sync_cycles',
  concurrency: 1,
  isCycle: true,
});
