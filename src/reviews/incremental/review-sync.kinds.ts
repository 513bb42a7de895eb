import { type CyclePayload, defineRunKind } from '@tributary/pipeline';

/** How a connection is synced. */
export interface ReviewSyncPayload {
  /** Every location is listed, whether or not that is due. */
  full: boolean;
}

/** Syncs the reviews of a connection; its subject is the connection. */
export const REVIEW_SYNC = defineRunKind<ReviewSyncPayload>('reviews.sync', {
  queue: 'review_sync_tasks',
  concurrency: 8,
  retry: { retries: 2, firstMs: 100, factor: 2, capMs: 10_000, throttledForMs: 1_800_000 },
  subjectField: 'connection_id',
  fansOut: true,
});

/** Triggers the syncs of all connections. */
export const REVIEW_CYCLE = defineRunKind<CyclePayload>('reviews.cycle', {
  queue: 'review_sync_cycles',
  concurrency: 1,
  isCycle: true,
});
