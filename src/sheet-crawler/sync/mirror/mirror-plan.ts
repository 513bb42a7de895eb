import { type SheetRow } from '@tributary/google';
import { type DiffResult } from './diff-result';
import { type RowMatch } from './mirror-diff';
import { ChunkedNumberArray } from './chunked-number-array';
import { type RowSpool } from './row-spool';
import { type RowChange, REPORTED, type SyncCounts } from '../../state/sync-report';
import { type StoredRow } from '../../rows/stored-row';
import { changedFields } from './changed-fields';
import { type RowIngestor } from '../row-ingestor';
import { type SyncSession } from '../sync-session';

/** A row of the sheet that is not stored as it is. */
export interface PlannedRow {
  readonly match: Extract<RowMatch, { kind: 'changed' | 'new' }>;
  readonly row: Omit<StoredRow, 'row_id'>;
}

/** Rows that are written together. */
const BATCH = 1_000;

/** What has to be written so that the stored rows are like the sheet, and how it is written. */
export class MirrorPlan {
  /** How many rows the sheet has. */
  read = 0;
  private lastRow = 0;
  private result: DiffResult | undefined;
  private readonly movedIds = ChunkedNumberArray.ofLargeIntegers();
  private readonly movedTo = ChunkedNumberArray.ofIntegers();
  /** Deletes of stored rows whose row in the sheet is now invalid. */
  private readonly invalidIds: number[] = [];

  constructor(
    private readonly spool: RowSpool<PlannedRow>,
    private maxRowId: number,
  ) {}

  /** Only the row number is another one. */
  move(rowId: number, rowNumber: number): void {
    this.movedIds.push(rowId);
    this.movedTo.push(rowNumber);
  }

  /** The row is invalid now, so its stored version is deleted. */
  skip(rowId: number): void {
    this.invalidIds.push(rowId);
  }

  /** Sets how many rows the sheet has. */
  seen(rows: readonly SheetRow[]): void {
    this.read += rows.length;
    this.lastRow = rows.at(-1)?.number ?? this.lastRow;
  }

  /** Takes the result of the comparison. */
  finish(result: DiffResult): void {
    this.result = result;
  }

  /** How many stored rows will be deleted. */
  get vanishing(): number {
    return this.found.vanishing + this.invalidIds.length;
  }

  /** Writes everything; each row is correct at any moment, deletions come last. */
  async apply(session: SyncSession, ingestor: RowIngestor): Promise<void> {
    const counts = { rows_inserted: 0, rows_updated: 0 };
    const changes: RowChange[] = [];
    for await (const batch of this.spool.items(BATCH)) {
      const rows = batch.map(({ match, row }) => this.addressed(match, row));
      await this.compare(
        session,
        rows.filter(({ isNew }) => !isNew),
        changes,
      );
      await session.writer.store(rows.map(({ row }) => row));
      for (const { isNew, isEdited } of rows) {
        counts.rows_inserted += Number(isNew);
        counts.rows_updated += Number(isEdited);
      }
    }
    const moved = this.read - ingestor.skippedSoFar - counts.rows_inserted - counts.rows_updated;
    await this.moveRows(session);
    await this.deleteRows(session);
    const report = ingestor.takeReport();
    const same = this.found.counts.same;
    Object.assign(report.counts, {
      ...counts,
      rows_unchanged: same,
      rows_moved: moved - same,
      rows_deleted: this.vanishing,
    } satisfies Partial<SyncCounts>);
    await session.checkpoint.save(
      { last_synced_row: this.lastRow, total_rows_synced: report.counts.rows_written },
      { ...report, changes },
    );
  }

  private get found(): DiffResult {
    if (!this.result) throw new Error('The plan is not finished');
    return this.result;
  }

  /** An unmatched row may be paired with a stored one that was edited, or only moved. */
  private addressed(
    match: PlannedRow['match'],
    row: PlannedRow['row'],
  ): { row: StoredRow; isNew: boolean; isEdited: boolean } {
    const known = match.kind === 'changed' ? match.rowId : this.found.pairOf(match.pendingIndex);
    if (known === undefined) {
      this.maxRowId += 1;
      return { row: { row_id: this.maxRowId, ...row }, isNew: true, isEdited: false };
    }
    const isEdited = match.kind === 'changed' || !this.found.hasOnlyMoved(match.pendingIndex);
    return { row: { row_id: known, ...row }, isNew: false, isEdited };
  }

  /** Reports the changed fields, for as many rows as a report has room for. */
  private async compare(
    session: SyncSession,
    rows: readonly { row: StoredRow; isEdited: boolean }[],
    changes: RowChange[],
  ): Promise<void> {
    const some = rows
      .filter(({ isEdited }) => isEdited)
      .slice(0, Math.max(0, REPORTED - changes.length));
    if (some.length === 0) return;
    const before = await session.writer.find(some.map(({ row }) => row.row_id));
    for (const { row } of some) {
      const { row_id, row_number } = row;
      changes.push({ row_number, fields: changedFields(before.get(row_id), row) });
    }
  }

  private async moveRows(session: SyncSession): Promise<void> {
    for (let at = 0; at < this.movedIds.length; at += BATCH) {
      const moves = [];
      for (let each = at; each < Math.min(at + BATCH, this.movedIds.length); each += 1) {
        moves.push({ row_id: this.movedIds.at(each), row_number: this.movedTo.at(each) });
      }
      await session.writer.move(moves);
      session.reportProgress(at, this.movedIds.length, 'moving');
    }
  }

  private async deleteRows(session: SyncSession): Promise<void> {
    await session.writer.delete(this.invalidIds);
    let some: number[] = [];
    for (const rowId of this.found.vanishingIds()) {
      some.push(rowId);
      if (some.length < BATCH) continue;
      await session.writer.delete(some);
      some = [];
    }
    await session.writer.delete(some);
  }
}
