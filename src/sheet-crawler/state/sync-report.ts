/** What is wrong with a row, or with one of its cells. */
export const ROW_PROBLEMS = ['missing_required', 'cell', 'too_large'] as const;

/** One of {@link ROW_PROBLEMS}. */
export type RowProblemKind = (typeof ROW_PROBLEMS)[number];

/** A problem in a row that its owner may want to fix. */
export interface RowProblem {
  readonly row_number: number;
  readonly kind: RowProblemKind;
  /** The field concerned. */
  readonly field: string | null;
  /** The letters of the column concerned. */
  readonly column: string | null;
  readonly message: string;
}

/** A stored row that was changed because its row in the sheet was. */
export interface RowChange {
  readonly row_number: number;
  readonly fields: readonly string[];
}

/** Named counts of a run. `rows_read` is always the sum of written, skipped and failed ones. */
export interface SyncCounts {
  rows_read: number;
  /** Rows that are in the store as they were read, whether that took a write or not. */
  rows_written: number;
  /** Rows without a required value. */
  rows_skipped: number;
  /** Rows that the store cannot take. */
  rows_failed: number;
  rows_inserted: number;
  rows_updated: number;
  /** Only their row number is another one. */
  rows_moved: number;
  rows_unchanged: number;
  rows_deleted: number;
  /** Cells that did not convert. */
  cell_problems: number;
  /** Requests to Google Sheets. */
  requests: number;
}

/** What a run did, with the first of its problems and changes. */
export interface SyncReport {
  readonly run_id: string;
  readonly counts: SyncCounts;
  readonly problems: readonly RowProblem[];
  readonly changes: readonly RowChange[];
}

/** How many problems and changes a report stores; the counts include all. */
export const REPORTED = 100;

/** A report of nothing yet. */
export function emptyReport(run_id: string): SyncReport {
  return {
    run_id,
    counts: {
      rows_read: 0,
      rows_written: 0,
      rows_skipped: 0,
      rows_failed: 0,
      rows_inserted: 0,
      rows_updated: 0,
      rows_moved: 0,
      rows_unchanged: 0,
      rows_deleted: 0,
      cell_problems: 0,
      requests: 0,
    },
    problems: [],
    changes: [],
  };
}

/** One report after another of the same run. */
export function addReports(one: SyncReport, other: Omit<SyncReport, 'run_id'>): SyncReport {
  const counts = { ...one.counts };
  for (const name of Object.keys(counts) as (keyof SyncCounts)[]) {
    counts[name] += other.counts[name];
  }
  return {
    run_id: one.run_id,
    counts,
    problems: [...one.problems, ...other.problems].slice(0, REPORTED),
    changes: [...one.changes, ...other.changes].slice(0, REPORTED),
  };
}
