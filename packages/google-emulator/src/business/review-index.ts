import { type ReviewDefinition } from './definition';

const REMOVED = 0;

/** The place of a review in an order, kept by who goes on from there. */
export interface ReviewKey {
  readonly stars: number;
  readonly time: number;
  readonly index: number;
}

/**
 * What is needed to sort and find reviews without holding them: some bytes of each. Reviews may be
 * made when they are read, and there may be very many.
 */
export class ReviewIndex {
  /** How many reviews there are now. */
  live = 0;
  private length = 0;
  private starsSum = 0;
  private times: Float64Array;
  private stars: Uint8Array;
  private hashes: Uint32Array;

  constructor(capacity: number) {
    this.times = new Float64Array(capacity);
    this.stars = new Uint8Array(capacity);
    this.hashes = new Uint32Array(capacity);
  }

  /** The mean of the stars, to one decimal; 0 without reviews. */
  get averageRating(): number {
    return this.live === 0 ? 0 : Math.round((this.starsSum / this.live) * 10) / 10;
  }

  /** Notes a review that was not there before and gives its index. */
  add(review: ReviewDefinition): number {
    if (this.length === this.times.length) this.grow();
    this.length += 1;
    this.set(this.length - 1, review);
    return this.length - 1;
  }

  /** Notes what a review is now. */
  set(index: number, review: ReviewDefinition): void {
    this.remove(index);
    this.times[index] = review.updateTime ?? review.createTime;
    this.stars[index] = review.stars;
    this.hashes[index] = hashOf(review.reviewId);
    this.live += 1;
    this.starsSum += review.stars;
  }

  /** Notes that a review is gone. */
  remove(index: number): void {
    const stars = this.stars[index] ?? REMOVED;
    if (stars === REMOVED) return;
    this.stars[index] = REMOVED;
    this.live -= 1;
    this.starsSum -= stars;
  }

  /** What a review is sorted by. */
  key(index: number): ReviewKey {
    return { stars: this.stars[index] ?? 0, time: this.times[index] ?? 0, index };
  }

  /** The indexes of the reviews that there are, in no order. */
  indexes(): Uint32Array {
    const found = new Uint32Array(this.live);
    let at = 0;
    for (let index = 0; index < this.length; index += 1) {
      if (this.stars[index] !== REMOVED) found[at++] = index;
    }
    return found;
  }

  /** The few indexes that a review of that id may have. */
  *candidates(reviewId: string): Iterable<number> {
    const wanted = hashOf(reviewId);
    for (let index = 0; index < this.length; index += 1) {
      if (this.hashes[index] === wanted && this.stars[index] !== REMOVED) yield index;
    }
  }

  private grow(): void {
    const capacity = Math.max(16, this.length * 2);
    const [times, stars, hashes] = [this.times, this.stars, this.hashes];
    this.times = new Float64Array(capacity);
    this.times.set(times);
    this.stars = new Uint8Array(capacity);
    this.stars.set(stars);
    this.hashes = new Uint32Array(capacity);
    this.hashes.set(hashes);
  }
}

/** FNV-1a, for comparing ids without holding them. */
export function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
