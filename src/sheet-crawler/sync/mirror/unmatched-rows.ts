import { ChunkedNumberArray } from './chunked-number-array';
import { type FingerprintTable } from './fingerprint-table';

const NONE = 0;
const IGNORED = 0xffff_ffff;

/** Rows that looked new when they were seen, by pendingIndex, and the stored rows that they turn out to be. */
export class UnmatchedRows {
  /** The place of the nearest row before it that was seen again, plus one. */
  private readonly anchors = ChunkedNumberArray.ofIntegers();
  /** The group of stored rows that are alike, plus one; cleared unless the row turns out one of them. */
  private readonly groups = ChunkedNumberArray.ofIntegers();
  /** The place of the stored row that it turned out to be, plus one. */
  private readonly pairs = ChunkedNumberArray.ofIntegers();

  /** How many pendingIndexes do not count. */
  ignored = 0;

  constructor(private readonly stored: FingerprintTable) {}

  /** How many pendingIndexes were given. */
  get size(): number {
    return this.anchors.length;
  }

  /** Gives a row a pendingIndex. */
  add(anchor: number | undefined, group: number | undefined): number {
    this.anchors.push(anchor === undefined ? NONE : anchor + 1);
    this.groups.push(group === undefined ? NONE : group + 1);
    this.pairs.push(NONE);
    return this.size - 1;
  }

  /** The row of a pendingIndex is no stored one, whatever it looks like. */
  ignore(pendingIndex: number): void {
    this.groups.set(pendingIndex, NONE);
    this.pairs.set(pendingIndex, IGNORED);
    this.ignored += 1;
  }

  /** Pairs rows with stored ones of the same content that nobody else wanted; returns how many. */
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

  /** Pairs rows with stored ones that stood behind the same row, in order; returns how many. */
  pairInGaps(): number {
    let paired = 0;
    let gap: number | undefined;
    let place = 0;
    for (let pendingIndex = 0; pendingIndex < this.size; pendingIndex += 1) {
      if (this.pairs.at(pendingIndex) !== NONE) continue;
      const anchor = this.anchors.at(pendingIndex);
      // Tickets with one anchor follow each other, so that a gap is gone through once.
      if (anchor !== gap) place = anchor;
      gap = anchor;
      place = this.endOfPaired(place);
      if (place === this.stored.size || this.stored.isSeen(place)) continue;
      this.pair(pendingIndex, place);
      paired += 1;
    }
    return paired;
  }

  /** The place of the stored row that a new row turned out to be. */
  placeOf(pendingIndex: number): number | undefined {
    const pair = this.pairs.at(pendingIndex);
    return pair === NONE || pair === IGNORED ? undefined : pair - 1;
  }

  /** Whether the stored row that a new row turned out to be has the same content. */
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
