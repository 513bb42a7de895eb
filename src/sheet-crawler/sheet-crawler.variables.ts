import { decimal, defineVariables, integer } from '@tributary/config';

export const SHEET_CRAWLER_VARIABLES = defineVariables({
  SYNC_INTERVAL_SECONDS: integer({
    doc: 'Interval at which all enabled sheets and review connections are synced without an external scheduler, once over all processes; 0 leaves it to POST /api/v1/internal/trigger-sync.',
    min: 0,
    max: 86_400,
    default: 0,
  }),
  SHEET_AUDIT_INTERVAL: integer({
    doc: 'Seconds after which a sheet is read again although Drive reports no change: Drive lags, and does not report recalculated formulas.',
    min: 60,
    max: 604_800,
    default: 1800,
  }),
  SHEET_CHUNK_ROWS: integer({
    doc: 'How many rows of a sheet are written at a time; an interrupted sync continues after the last batch that was written.',
    min: 1,
    max: 10_000,
    default: 1_000,
  }),
  SHEET_DELETE_LIMIT: decimal({
    doc: 'Share of the rows of a mirrored sheet that one sync may delete; a sync that would delete more stops with ROWS_WOULD_VANISH.',
    min: 0,
    max: 1,
    default: 0.3,
  }),
});

declare module '@tributary/config' {
  interface VariableTables {
    sheet_crawler: typeof SHEET_CRAWLER_VARIABLES;
  }
}
