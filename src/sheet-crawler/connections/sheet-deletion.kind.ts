import { defineRunKind } from '@tributary/pipeline';

/** Nothing: the subject is what is deleted. */
export type SheetDeletionPayload = Record<string, never>;

/** Deletes a connection and all that belongs to it, and then itself; its subject is the connection. */
export const SHEET_DELETION = defineRunKind<SheetDeletionPayload>('sheet.deletion', {
  queue: 'sheet_deletions',
  // Most of the time it waits for the sync that it cancels.
  concurrency: 16,
  // The request was answered with 204, so it is retried until it succeeds.
  retry: { retries: 1_000_000 },
  losses: 1_000_000,
  cancellable: false,
  subjectField: 'connection_id',
  forgetSucceeded: true,
});
