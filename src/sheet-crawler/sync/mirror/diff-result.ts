import { type UnmatchedRows } from './unmatched-rows';
import { type FingerprintTable } from './fingerprint-table';

/** How many rows were matched in which way. */
export interface MirrorCounts {
  /** Nothing has to be written. */
  readonly same: number;
  /** Only the row number is another one. */
  readonly moved: number;
  /** The key is the same, the content is not. */
  readonly changed: number;
  /** Only in the sheet. */
  readonly inserted: number;
  /** Without a key: other content, at the position of a stored row that is gone. */
  readonly edited: number;
  /** Stored only. */
  readonly deleted: number;
}

/** The result of the comparison of all rows. Nothing is written yet. */
export class DiffResult {
  constructor(
    private readonly rows: FingerprintTable,
    private readonly newRows: UnmatchedRows,
    readonly counts: MirrorCounts,
  ) {}

  /** How many stored rows are not in the sheet any more. */
  get vanishing(): number {
    return this.counts.deleted;
  }

  /**
   * The id of the stored row that an unmatched row is paired with; undefined when it is to be
   * inserted.
   */
  pairOf(pendingIndex: number): number | undefined {
    const place = this.newRows.placeOf(pendingIndex);
    return place === undefined ? undefined : this.rows.rowIdAt(place);
  }

  /** Whether the stored row that an unmatched row is paired with only has another row number. */
  hasOnlyMoved(pendingIndex: number): boolean {
    return this.newRows.isAlike(pendingIndex);
  }

  /** The ids of the stored rows to delete, in order of their row numbers. */
  *vanishingIds(): Generator<number, void, undefined> {
    for (let place = 0; place < this.rows.size; place += 1) {
      if (this.rows.isFree(place)) yield this.rows.rowIdAt(place);
    }
  }
}
