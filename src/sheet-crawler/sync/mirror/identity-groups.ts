import { ChunkedNumberArray } from './chunked-number-array';
import { type RowHash } from './text-hash';

const FIRST_SLOTS = 1024;
const MOST_FILLED = 0.7;
const NONE = 0;

/**
 * Which places have the same identity. A group is known by its last place. Its places form a ring,
 * in which the last one leads to the first, so that both ends are known with one number per place.
 */
export class IdentityGroups {
  private readonly his = ChunkedNumberArray.ofIntegers();
  private readonly los = ChunkedNumberArray.ofIntegers();
  /** The next place of the ring plus one, or none for a place that is alone. */
  private readonly nexts = ChunkedNumberArray.ofIntegers();
  /** A hash table with open addressing: the last place of a group plus one, or none. */
  private slots = new Uint32Array(FIRST_SLOTS);
  private groups = 0;

  /** Adds the next place, counted from 0, with its identity. */
  add(identity: RowHash): void {
    const place = this.nexts.length;
    this.his.push(identity.hi);
    this.los.push(identity.lo);
    this.nexts.push(NONE);
    const slot = this.slotOf(identity.hi, identity.lo);
    const last = this.slots[slot] as number;
    this.slots[slot] = place + 1;
    if (last === NONE) this.makeRoom();
    else this.link(last - 1, place);
  }

  /** Whether a place has this identity. */
  has(place: number, { hi, lo }: RowHash): boolean {
    return this.los.at(place) === lo && this.his.at(place) === hi;
  }

  /** The group of an identity. */
  find({ hi, lo }: RowHash): number | undefined {
    const last = this.slots[this.slotOf(hi, lo)] as number;
    return last === NONE ? undefined : last - 1;
  }

  /** Whether a group has several places, or had before some were dropped. */
  hasSeveral(group: number): boolean {
    return this.nexts.at(group) !== NONE;
  }

  /** The place after another one in a group; after the last comes the first. */
  next(place: number): number {
    const next = this.nexts.at(place);
    return next === NONE ? place : next - 1;
  }

  /** Makes a group begin at one of its places: those before are skipped from now on. */
  beginAt(group: number, place: number): void {
    if (this.hasSeveral(group)) this.nexts.set(group, place + 1);
  }

  private link(last: number, place: number): void {
    this.nexts.set(place, this.next(last) + 1);
    this.nexts.set(last, place + 1);
  }

  private slotOf(hi: number, lo: number): number {
    const mask = this.slots.length - 1;
    let slot = lo & mask;
    for (;;) {
      const last = this.slots[slot] as number;
      if (last === NONE) return slot;
      if (this.los.at(last - 1) === lo && this.his.at(last - 1) === hi) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private makeRoom(): void {
    this.groups += 1;
    if (this.groups <= this.slots.length * MOST_FILLED) return;
    const old = this.slots;
    this.slots = new Uint32Array(old.length * 2);
    for (const last of old) {
      if (last === NONE) continue;
      this.slots[this.slotOf(this.his.at(last - 1), this.los.at(last - 1))] = last;
    }
  }
}
