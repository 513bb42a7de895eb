import { ChunkedNumberArray } from './chunked-number-array';
import { type FingerprintTable } from './fingerprint-table';

const NONE = 0;
const IGNORED = 0xffff_ffff;

/**
 * Rows of the sheet without a match, by pending index, and the stored rows that they are paired
 * with.
 */
export class UnmatchedRows {
  /** The place of the nearest exactly matched row before it, plus one. */
  private readonly anchors = ChunkedNumberArray.ofIntegers();
  /**
   * The group of stored rows with the same content, plus one; cleared unless the row is paired with
   * one of them.
   */
  private readonly groups = ChunkedNumberArray.ofIntegers();
  /** The place of the stored row that it is paired with, plus one. */
  private readonly pairs = ChunkedNumberArray.ofIntegers();

  /** How many rows are ignored. */
  ignored = 0;

  constructor(private readonly stored: FingerprintTable) {}

  /** How many rows were added. */
  get size(): number {
    return this.anchors.length;
  }

  /** Adds a row and returns its pending index. */
  add(anchor: number | undefined, group: number | undefined): number {
    this.anchors.push(anchor === undefined ? NONE : anchor + 1);
    this.groups.push(group === undefined ? NONE : group + 1);
    this.pairs.push(NONE);
    return this.size - 1;
  }

  /** Excludes a row from pairing. */
  ignore(pendingIndex: number): void {
    this.groups.set(pendingIndex, NONE);
    this.pairs.set(pendingIndex, IGNORED);
    this.ignored += 1;
  }

  /** Pairs rows with stored ones of the same content that are still unmatched; returns how many. */
  pairAlike(): number {
    let paired = 0;
    for (let pendingIndex = 0; pendingIndex < this.size; pendingIndex += 1) {
      const group = this.groups.at(pendingIndex);
      if (group === NONE) continue;
      const place = this.stored.firstFree(group - 1);
      if (place === undefined) this.groups.set(pendingIndex, NONE);
      else {
        this.pair(pendingIndex, place);
        paired += 1;
      }
    }
    return paired;
  }

  /** Pairs rows with stored ones that followed the same row, in order; returns how many. */
  pairInGaps(): number {
    let paired = 0;
    let gap: number | undefined;
    let place = 0;
    for (let pendingIndex = 0; pendingIndex < this.size; pendingIndex += 1) {
      if (this.pairs.at(pendingIndex) !== NONE) continue;
      const anchor = this.anchors.at(pendingIndex);
      // Rows with one anchor follow each other, so that a gap is scanned once.
      if (anchor !== gap) place = anchor;
      gap = anchor;
      place = this.endOfPaired(place);
      if (place === this.stored.size || this.stored.isSeen(place)) continue;
      this.pair(pendingIndex, place);
      paired += 1;
    }
    return paired;
  }

  /** The place of the stored row that an unmatched row is paired with. */
  placeOf(pendingIndex: number): number | undefined {
    const pair = this.pairs.at(pendingIndex);
    return pair === NONE || pair === IGNORED ? undefined : pair - 1;
  }

  /** Whether the stored row that an unmatched row is paired with has the same content. */
  isAlike(pendingIndex: number): boolean {
    return this.groups.at(pendingIndex) !== NONE;
  }

  private endOfPaired(from: number): number {
    let place = from;
    while (place < this.stored.size && !this.stored.isFree(place) && !this.stored.isSeen(place)) {
      place += 1;
    }
    return place;
  }

  private pair(pendingIndex: number, place: number): void {
    this.pairs.set(pendingIndex, place + 1);
    this.stored.takeAsPaired(place);
  }
}
