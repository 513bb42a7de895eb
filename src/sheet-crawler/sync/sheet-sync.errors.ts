import { defineErrors } from '@tributary/contracts';

/** The errors of syncing a sheet. */
export const SHEET_SYNC_ERRORS = defineErrors({
  HEADER_DRIFT: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence:
      'A mapped column is gone from the sheet. Fix the mapping, or the header in the sheet.',
  },
  ROWS_WOULD_VANISH: {
    category: 'content',
    retryable: false,
    status: 409,
    sentence:
      'Too many rows are gone from the sheet at once, so nothing was changed. Check the sheet; to accept it, sync once more with accept_deletions.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    sheet_sync: typeof SHEET_SYNC_ERRORS;
  }
}
