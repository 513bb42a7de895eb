import { defineRunKind } from '@tributary/pipeline';

/** Nothing: a cycle is over all connections. */
export type SheetCyclePayload = Record<string, never>;

/** Finds the sheets that have to be synced, and has them synced; its subject is all of them. */
export const SHEET_CYCLE = defineRunKind<SheetCyclePayload>('sheet.cycle', {
  queue: 'sheet_sync_cycles',
  concurrency: 1,
});
