import { type ReviewDefinition, type ReviewSource } from './definition';
import { ReviewIndex, type ReviewKey } from './review-index';

/** How a list of reviews can be sorted. */
export const REVIEW_ORDERS = ['updateTime desc', 'rating', 'rating desc'] as const;
/** One of the ways to sort reviews. */
export type ReviewOrder = (typeof REVIEW_ORDERS)[number];

/** A part of a list of reviews, and from where the list goes on. */
export interface ReviewPage<Next = ReviewKey> {
  readonly reviews: readonly ReviewDefinition[];
  readonly next?: Next;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const COMPARE: Readonly<Record<ReviewOrder, (a: ReviewKey, b: ReviewKey) => number>> = {
  'updateTime desc': (a, b) => b.time - a.time || a.index - b.index,
  rating: (a, b) => a.stars - b.stars || b.time - a.time || a.index - b.index,
  'rating desc': (a, b) => b.stars - a.stars || b.time - a.time || a.index - b.index,
};

/** The reviews of a location: what it began with, and what was changed since. */
export class ReviewStore {
  private readonly source: ReviewSource;
  /** Reviews that were added, or are not any more what the source says, by their index. */
  private readonly changed = new Map<number, ReviewDefinition>();
  private readonly orders = new Map<ReviewOrder, Uint32Array>();
  private built: ReviewIndex | undefined;

  constructor(reviews: readonly ReviewDefinition[] | ReviewSource) {
    this.source = 'review' in reviews ? reviews : listed(reviews);
  }

  /** How many reviews there are. */
  get count(): number {
    return this.index.live;
  }

  /** The mean of the stars, to one decimal. */
  get averageRating(): number {
    return this.index.averageRating;
  }

  /** The review of that id. */
  find(reviewId: string): ReviewDefinition | undefined {
    const index = this.indexOf(reviewId);
    return index === undefined ? undefined : this.at(index);
  }

  /** Adds a review. */
  add(review: ReviewDefinition): void {
    if (this.indexOf(review.reviewId) !== undefined) {
      throw new Error(`There is a review ${review.reviewId} already; edit it instead`);
    }
    this.changed.set(this.index.add(review), review);
    this.orders.clear();
  }

  /** Puts another review in the place of the one with the same id. */
  replace(review: ReviewDefinition): void {
    const index = this.known(review.reviewId);
    this.changed.set(index, review);
    this.index.set(index, review);
    this.orders.clear();
  }

  /** Answers a review, or takes the answer back. */
  setReply(reviewId: string, reply: ReviewDefinition['reply']): ReviewDefinition {
    const review: Writable<ReviewDefinition> = { ...this.at(this.known(reviewId)) };
    if (reply) review.reply = reply;
    else delete review.reply;
    this.replace(review);
    return review;
  }

  /** Takes a review away. */
  remove(reviewId: string): void {
    const index = this.known(reviewId);
    this.changed.delete(index);
    this.index.remove(index);
    this.orders.clear();
  }

  /** Some reviews in an order, from the one behind a key on. */
  page(order: ReviewOrder, after: ReviewKey | undefined, size: number): ReviewPage {
    const sorted = this.sorted(order);
    const start = after ? this.firstBehind(sorted, order, after) : 0;
    const indexes = [...sorted.subarray(start, start + size)];
    const reviews = indexes.map((index) => this.at(index));
    const last = indexes.at(-1);
    const hasMore = last !== undefined && start + size < sorted.length;
    return hasMore ? { reviews, next: this.index.key(last) } : { reviews };
  }

  /** Some reviews in an order, from the one behind so many others on. */
  slice(order: ReviewOrder, offset: number, size: number): ReviewPage<number> {
    const sorted = this.sorted(order);
    const end = offset + size;
    const reviews = [...sorted.subarray(offset, end)].map((index) => this.at(index));
    return end < sorted.length ? { reviews, next: end } : { reviews };
  }

  /** Built when it is first needed: reading all of a source takes its time. */
  private get index(): ReviewIndex {
    if (!this.built) {
      this.built = new ReviewIndex(this.source.count);
      for (let i = 0; i < this.source.count; i += 1) this.built.add(this.source.review(i));
    }
    return this.built;
  }

  private at(index: number): ReviewDefinition {
    return this.changed.get(index) ?? this.source.review(index);
  }

  private indexOf(reviewId: string): number | undefined {
    for (const index of this.index.candidates(reviewId)) {
      if (this.at(index).reviewId === reviewId) return index;
    }
    return undefined;
  }

  private known(reviewId: string): number {
    const index = this.indexOf(reviewId);
    if (index === undefined) throw new Error(`There is no review ${reviewId} at this location`);
    return index;
  }

  private sorted(order: ReviewOrder): Uint32Array {
    const known = this.orders.get(order);
    if (known) return known;
    const compare = COMPARE[order];
    const sorted = this.index
      .indexes()
      .sort((a, b) => compare(this.index.key(a), this.index.key(b)));
    this.orders.set(order, sorted);
    return sorted;
  }

  private firstBehind(sorted: Uint32Array, order: ReviewOrder, after: ReviewKey): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBehind = COMPARE[order](this.index.key(sorted[middle] ?? 0), after) > 0;
      if (isBehind) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function listed(reviews: readonly ReviewDefinition[]): ReviewSource {
  return {
    count: reviews.length,
    review: (index) => {
      const review = reviews[index];
      if (!review) throw new Error(`There is no review number ${index}`);
      return review;
    },
  };
}
