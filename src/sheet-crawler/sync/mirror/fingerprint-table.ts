import { IdentityGroups } from './identity-groups';
import { ChunkedNumberArray } from './chunked-number-array';
import { type RowHash } from './text-hash';

/** The fingerprint of a stored row. */
export interface StoredFingerprint {
  /** Identifies the stored document permanently. */
  readonly rowId: number;
  /** The row number at the last sync. */
  readonly rowNumber: number;
  /** The hash of its key, or of its content when there is no key. */
  readonly identity: RowHash;
  /** The hash of its whole content. */
  readonly content: RowHash;
}

const FREE = 0;
const SEEN = 1;
const PAIRED = 2;

/** With more rows of one key, further ones are not compared: it is no real key. */
const MOST_COMPARED = 16;

/** The stored rows in order of their row numbers, at places from 0 on, in about 40 bytes each. */
export class FingerprintTable {
  private readonly rowIds = ChunkedNumberArray.ofLargeIntegers();
  private readonly rowNumbers = ChunkedNumberArray.ofIntegers();
  private readonly contentHis = ChunkedNumberArray.ofIntegers();
  private readonly contentLos = ChunkedNumberArray.ofIntegers();
  private readonly fates = ChunkedNumberArray.ofBytes();
  private readonly groups = new IdentityGroups();
  private largestId = 0;

  /** How many rows there are. */
  get size(): number {
    return this.rowIds.length;
  }

  /** The largest row id, 0 without rows. */
  get maxRowId(): number {
    return this.largestId;
  }

  /** Adds the row behind the last one. Two may have one number: a run may have died in between. */
  add({ rowId, rowNumber, identity, content }: StoredFingerprint): void {
    if (!Number.isSafeInteger(rowId) || rowId < 1) throw new Error(`${rowId} is no row id`);
    if (this.size > 0 && rowNumber < this.rowNumberAt(this.size - 1)) {
      throw new Error(`Stored rows come in ascending order, but ${rowNumber} came late`);
    }
    this.rowIds.push(rowId);
    this.rowNumbers.push(rowNumber);
    this.contentHis.push(content.hi);
    this.contentLos.push(content.lo);
    this.fates.push(FREE);
    this.groups.add(identity);
    this.largestId = Math.max(this.largestId, rowId);
  }

  /** The row id at a place. */
  rowIdAt(place: number): number {
    return this.rowIds.at(place);
  }

  /** The row number at a place. */
  rowNumberAt(place: number): number {
    return this.rowNumbers.at(place);
  }

  /** Whether the row at a place has this identity. */
  hasIdentity(place: number, identity: RowHash): boolean {
    return this.groups.has(place, identity);
  }

  /** Whether the row at a place has this content. */
  hasContent(place: number, { hi, lo }: RowHash): boolean {
    return this.contentLos.at(place) === lo && this.contentHis.at(place) === hi;
  }

  /** The group of rows with an identity, whether they are free or not. */
  groupOf(identity: RowHash): number | undefined {
    return this.groups.find(identity);
  }

  /** Whether a group was added several rows. */
  hasSeveral(group: number): boolean {
    return this.groups.hasSeveral(group);
  }

  /** The first place of a group that is not matched yet. */
  firstFree(group: number): number | undefined {
    let place = this.groups.next(group);
    while (!this.isFree(place) && place !== group) place = this.groups.next(place);
    this.groups.beginAt(group, place);
    return this.isFree(place) ? place : undefined;
  }

  /** A place of a group that is not matched yet and has this content, among the first ones. */
  freeWithContent(group: number, content: RowHash): number | undefined {
    let place = this.firstFree(group);
    for (let compared = 0; place !== undefined && compared < MOST_COMPARED; compared += 1) {
      if (this.isFree(place) && this.hasContent(place, content)) return place;
      place = place === group ? undefined : this.groups.next(place);
    }
    return undefined;
  }

  /** Whether the row at a place is not matched yet. */
  isFree(place: number): boolean {
    return this.fates.at(place) === FREE;
  }

  /** Whether the row at a place was matched exactly in the sheet. */
  isSeen(place: number): boolean {
    return this.fates.at(place) === SEEN;
  }

  /** Marks the row at a place as matched exactly in the sheet. */
  takeAsSeen(place: number): void {
    this.fates.set(place, SEEN);
  }

  /** Marks the row at a place as paired with an unmatched row of the sheet. */
  takeAsPaired(place: number): void {
    this.fates.set(place, PAIRED);
  }
}
