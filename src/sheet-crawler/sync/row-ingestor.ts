import { type SheetRow } from '@tributary/google';
import { type MappedRow, type RowMapper } from '../mapping/row-mapper';
import { emptyReport, REPORTED, type RowProblem, type SyncReport } from '../state/sync-report';

/** The maximum size of a document, divided by two copies of a row and three bytes per character. */
const MOST_CHARACTERS = 2_500_000;

/** Maps rows, counts them and collects their problems for the report. */
export class RowIngestor {
  private report = emptyReport('');

  constructor(private readonly mapper: RowMapper) {}

  /**
   * The row as it is to be stored; undefined when it is skipped or failed, which the report counts.
   */
  map(row: SheetRow): MappedRow | undefined {
    const { counts } = this.report;
    counts.rows_read += 1;
    if (isTooLarge(row)) {
      counts.rows_failed += 1;
      const message = 'The row is larger than 2.5 million characters. Shorten its cells.';
      this.addProblem({
        row_number: row.number,
        kind: 'too_large',
        field: null,
        column: null,
        message,
      });
      return undefined;
    }
    const mapped = this.mapper.map(row);
    for (const { system_field: field, column, problem } of mapped.problems) {
      counts.cell_problems += 1;
      this.addProblem({ row_number: row.number, kind: 'cell', field, column, message: problem });
    }
    if (mapped.missing.length === 0) {
      counts.rows_written += 1;
      return mapped;
    }
    counts.rows_skipped += 1;
    for (const field of mapped.missing) {
      const message = `The required field ${field} has no value, so the row was skipped.`;
      this.addProblem({
        row_number: row.number,
        kind: 'missing_required',
        field,
        column: null,
        message,
      });
    }
    return undefined;
  }

  /** Counts a row that is stored unchanged. */
  countUnchanged(): void {
    this.report.counts.rows_read += 1;
    this.report.counts.rows_written += 1;
  }

  /** Rows that were not accepted since the report was last taken. */
  get skippedSoFar(): number {
    return this.report.counts.rows_skipped + this.report.counts.rows_failed;
  }

  /** Adds a problem to the report, if there is room for it. */
  addProblem(problem: RowProblem): void {
    if (this.report.problems.length < REPORTED) {
      (this.report.problems as RowProblem[]).push(problem);
    }
  }

  /** Returns the report since the last call, and begins a new one. */
  takeReport(): SyncReport {
    const { report } = this;
    this.report = emptyReport('');
    return report;
  }
}

function isTooLarge({ cells }: SheetRow): boolean {
  let characters = 0;
  for (const { text } of cells) characters += text.length;
  return characters > MOST_CHARACTERS;
}
