import { compareTimestamps, type ReviewOrder } from '@tributary/google';
import {
  LISTING_ORDERS,
  type ListedPage,
  type ListingSource,
} from '../../../src/reviews/fetching/location-listing';

/** A review of a simulated location. */
export interface SimulatedReview {
  readonly reviewId: string;
  updateTime: string;
  readonly rating: number;
  /** The orders whose lists leave it out, by index; the total counts it. */
  readonly withheldIn: readonly number[];
}

/** What happens to the location before a request is answered. */
export type Change =
  | { readonly what: 'add'; readonly rating: number; readonly withheldIn: readonly number[] }
  | { readonly what: 'edit' | 'delete'; readonly at: number };

/** How a location behaves. */
export interface Behaviour {
  readonly reviews: readonly { readonly rating: number; readonly withheldIn: readonly number[] }[];
  readonly pageSize: number;
  /** Whether a page begins at a position, or behind a review. */
  readonly paging: 'offset' | 'keyset';
  /** The orders, by index, that list nothing from page 2 on. */
  readonly endsAfterFirstPage: readonly number[];
  /** Whether every page from the second on also repeats a review of the first. */
  readonly repeats: boolean;
  /** The changes before the first request, before the second one and so on. */
  readonly changes: readonly (readonly Change[])[];
}

const START_MS = Date.UTC(2026, 0, 1);

/** A location as Google lists it, whose reviews change between any two requests. */
export class SimulatedLocation implements ListingSource<SimulatedReview> {
  readonly taken = new Set<string>();
  requests = 0;
  /** The reviews that existed when the last listing began and were not deleted since. */
  private throughout = new Set<string>();
  private readonly begun = new Set<ReviewOrder>();
  private readonly reviews: SimulatedReview[] = [];
  private clock = 0;
  private names = 0;

  constructor(private readonly behaviour: Behaviour) {
    for (const { rating, withheldIn } of behaviour.reviews) this.add(rating, withheldIn);
  }

  /** Which of the reviews that were there all the time the listing did not see. */
  get missed(): string[] {
    return [...this.throughout].filter((id) => !this.taken.has(id));
  }

  readPage(
    order: ReviewOrder,
    pageToken: string | undefined,
  ): Promise<ListedPage<SimulatedReview>> {
    return Promise.resolve(this.page(order, pageToken));
  }

  exists(reviewId: string): Promise<boolean> {
    this.beforeRequest();
    const isThere = this.reviews.some((review) => review.reviewId === reviewId);
    if (isThere) this.taken.add(reviewId);
    return Promise.resolve(isThere);
  }

  take(reviews: readonly SimulatedReview[]): Promise<void> {
    for (const { reviewId } of reviews) this.taken.add(reviewId);
    return Promise.resolve();
  }

  private page(order: ReviewOrder, pageToken: string | undefined): ListedPage<SimulatedReview> {
    this.beforeRequest();
    if (!this.begun.has(order)) {
      this.begun.add(order);
      this.throughout = new Set(this.reviews.map(({ reviewId }) => reviewId));
    }
    const index = LISTING_ORDERS.indexOf(order);
    const listed = this.reviews
      .filter(({ withheldIn }) => !withheldIn.includes(index))
      .sort((one, other) => compareIn(order, one, other));
    const start = this.startOf(pageToken, order, listed);
    const end = start + this.behaviour.pageSize;
    const isCut = pageToken !== undefined && this.behaviour.endsAfterFirstPage.includes(index);
    const page = isCut ? [] : listed.slice(start, end);
    const last = listed[Math.min(end, listed.length) - 1];
    const repeated = this.behaviour.repeats && start > 0 ? listed.slice(0, 1) : [];
    return {
      reviews: [...repeated, ...page].map((review) => ({ ...review })),
      totalReviewCount: this.reviews.length,
      nextPageToken: end < listed.length && last ? this.tokenOf(end, last) : undefined,
    };
  }

  private startOf(
    pageToken: string | undefined,
    order: ReviewOrder,
    listed: readonly SimulatedReview[],
  ): number {
    if (pageToken === undefined) return 0;
    if (this.behaviour.paging === 'offset') return Number(pageToken);
    const behind = JSON.parse(pageToken) as SimulatedReview;
    const start = listed.findIndex((review) => compareIn(order, review, behind) > 0);
    return start === -1 ? listed.length : start;
  }

  private tokenOf(end: number, last: SimulatedReview): string {
    return this.behaviour.paging === 'offset' ? String(end) : JSON.stringify(last);
  }

  private beforeRequest(): void {
    for (const change of this.behaviour.changes[this.requests] ?? []) this.apply(change);
    this.requests += 1;
  }

  private apply(change: Change): void {
    if (change.what === 'add') return this.add(change.rating, change.withheldIn);
    const review = this.reviews[change.at % Math.max(1, this.reviews.length)];
    if (!review) return;
    if (change.what === 'edit') {
      review.updateTime = this.nextTime();
      return;
    }
    this.reviews.splice(this.reviews.indexOf(review), 1);
    this.throughout.delete(review.reviewId);
  }

  private add(rating: number, withheldIn: readonly number[]): void {
    const reviewId = `r${this.names++}`;
    this.reviews.push({ reviewId, rating, withheldIn, updateTime: this.nextTime() });
  }

  /** With more and fewer digits of a second, as Google writes it. */
  private nextTime(): string {
    this.clock += 1;
    const time = new Date(START_MS + this.clock * 500).toISOString();
    return time.replace('.000Z', 'Z').replace('500Z', '500000Z');
  }
}

function compareIn(order: ReviewOrder, one: SimulatedReview, other: SimulatedReview): number {
  const newestFirst = compareTimestamps(other.updateTime, one.updateTime);
  if (order === 'updateTime desc') return newestFirst;
  const byRating = one.rating - other.rating;
  return (order === 'rating' ? byRating : -byRating) || newestFirst;
}
