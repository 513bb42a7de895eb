import { DiffResult } from './diff-result';
import { UnmatchedRows } from './unmatched-rows';
import { type StoredFingerprint, type FingerprintTable } from './fingerprint-table';

/** A row of the sheet as the diff sees it. */
export type SeenRow = Omit<StoredFingerprint, 'rowId'>;

/**
 * How a row of the sheet matches a stored row, as far as that is known before all rows were read.
 */
export type RowMatch =
  /** Stored just like that: nothing has to be written. */
  | { readonly kind: 'same' }
  /** Stored with another row number. */
  | { readonly kind: 'moved'; readonly rowId: number }
  /** Stored with other content, and maybe another row number. */
  | { readonly kind: 'changed'; readonly rowId: number }
  /** Unmatched; the result may still pair it with a stored row. `pendingIndex` counts from 0. */
  | { readonly kind: 'new'; readonly pendingIndex: number };

const SAME: RowMatch = { kind: 'same' };

/**
 * Computes what has to be written so that the stored rows mirror a sheet. It reads the rows of the
 * sheet once, in order, and keeps a few bytes of the unmatched ones and nothing of the others.
 */
export class MirrorDiff {
  private readonly newRows: UnmatchedRows;
  private readonly matches = { same: 0, moved: 0, changed: 0 };
  private isFinished = false;
  private lastNumber = 0;
  /** The first place whose row number is not smaller than that of the row just seen. */
  private level = 0;
  /** The place of the last row that was matched exactly. */
  private anchor: number | undefined;
  /** The place that comes next if no row was inserted, deleted or moved. */
  private following = 0;

  constructor(
    private readonly stored: FingerprintTable,
    private readonly options: { readonly hasKey: boolean },
  ) {
    this.newRows = new UnmatchedRows(stored);
  }

  /** Matches the next row of the sheet. */
  match(row: SeenRow): RowMatch {
    this.expectNext(row);
    const group = this.stored.groupOf(row.identity);
    const place = group === undefined ? undefined : this.placeOf(row, group);
    if (group === undefined || place === undefined) return this.unmatched();
    const isLeftToOthers = this.mayBeWantedLater(row, place, group);
    this.following = place + 1;
    if (isLeftToOthers) return this.unmatched(group);
    this.stored.takeAsSeen(place);
    this.anchor = place;
    return this.matchOf(row, place);
  }

  /** Ignores an unmatched row: it is neither inserted nor paired with a stored row. */
  ignore(pendingIndex: number): void {
    this.newRows.ignore(pendingIndex);
  }

  /** Finishes the comparison when all rows of the sheet were matched. */
  finish(): DiffResult {
    if (this.isFinished) throw new Error('The diff is finished');
    this.isFinished = true;
    const { same, moved, changed } = this.matches;
    const { hasKey } = this.options;
    const alike = hasKey ? 0 : this.newRows.pairAlike();
    const edited = hasKey ? 0 : this.newRows.pairInGaps();
    return new DiffResult(this.stored, this.newRows, {
      same,
      moved: moved + alike,
      changed,
      inserted: this.newRows.size - this.newRows.ignored - alike - edited,
      edited,
      deleted: this.stored.size - same - moved - changed - alike - edited,
    });
  }

  private expectNext({ rowNumber }: SeenRow): void {
    if (this.isFinished) throw new Error('The diff is finished');
    if (rowNumber <= this.lastNumber) {
      throw new Error(`Rows are seen in ascending order, but ${rowNumber} came late`);
    }
    this.lastNumber = rowNumber;
    while (this.level < this.stored.size && this.stored.rowNumberAt(this.level) < rowNumber) {
      this.level += 1;
    }
  }

  private placeOf(row: SeenRow, group: number): number | undefined {
    if (!this.stored.hasSeveral(group)) return this.stored.firstFree(group);
    const here = this.placeAtSameNumber(row);
    if (here !== undefined && this.stored.hasContent(here, row.content)) return here;
    const behind = this.isCandidate(this.following, row) ? this.following : undefined;
    if (behind !== undefined && this.stored.hasContent(behind, row.content)) return behind;
    const first = this.stored.firstFree(group);
    if (!this.options.hasKey) return first;
    return this.stored.freeWithContent(group, row.content) ?? here ?? behind ?? first;
  }

  private placeAtSameNumber(row: SeenRow): number | undefined {
    for (let place = this.level; place < this.stored.size; place += 1) {
      if (this.stored.rowNumberAt(place) !== row.rowNumber) return undefined;
      if (this.isCandidate(place, row)) return place;
    }
    return undefined;
  }

  private isCandidate(place: number, { identity }: SeenRow): boolean {
    return (
      place < this.stored.size &&
      this.stored.isFree(place) &&
      this.stored.hasIdentity(place, identity)
    );
  }

  /**
   * A row that is edited so that it equals a thousand others further down must not take the first
   * of them, which would take the next, and so on. It gets one that they leave.
   */
  private mayBeWantedLater({ rowNumber }: SeenRow, place: number, group: number): boolean {
    if (this.options.hasKey || place === this.following) return false;
    return this.stored.hasSeveral(group) && this.stored.rowNumberAt(place) > rowNumber;
  }

  private unmatched(group?: number): RowMatch {
    return { kind: 'new', pendingIndex: this.newRows.add(this.anchor, group) };
  }

  private matchOf({ rowNumber, content }: SeenRow, place: number): RowMatch {
    if (!this.stored.hasContent(place, content)) {
      this.matches.changed += 1;
      return { kind: 'changed', rowId: this.stored.rowIdAt(place) };
    }
    if (this.stored.rowNumberAt(place) !== rowNumber) {
      this.matches.moved += 1;
      return { kind: 'moved', rowId: this.stored.rowIdAt(place) };
    }
    this.matches.same += 1;
    return SAME;
  }
}
