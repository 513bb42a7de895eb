import { compareTimestamps, type ReviewOrder } from '@tributary/google';
import { type IncompleteReason, type ListingProof } from './listing-proof';

/** The orders in which a location is listed, one after the other until there is a proof. */
export const LISTING_ORDERS: readonly ReviewOrder[] = ['updateTime desc', 'rating', 'rating desc'];

/** What a listing needs to know of a review. */
export interface ListedReview {
  /** Unique within the location. */
  readonly reviewId: string;
  /** As Google writes it. */
  readonly updateTime: string;
}

/** A page of the reviews of a location. */
export interface ListedPage<Review extends ListedReview> {
  readonly reviews: readonly Review[];
  /** How many reviews the location has, as every page says. */
  readonly totalReviewCount: number;
  readonly nextPageToken: string | undefined;
}

/** What a listing reads from and writes to. */
export interface ListingSource<Review extends ListedReview> {
  /** Undefined when Google no longer knows the place in the list that the token stands for. */
  readPage(
    order: ReviewOrder,
    pageToken: string | undefined,
  ): Promise<ListedPage<Review> | undefined>;
  /** Whether a review still exists. */
  exists(reviewId: string): Promise<boolean>;
  /** Takes what was read, and is awaited before the next page is read. */
  take(reviews: readonly Review[], progress: ListingProgress): Promise<void>;
}

/** How far a listing is. */
export interface ListingProgress {
  /** Different reviews that were seen. */
  readonly listed: number;
  readonly expected: number;
}

/** A location that sends more pages than it has reviews, and these, sends them for ever. */
const SPARE_PAGES = 20;
/** Reviews that only an earlier listing saw are asked for one by one, if they are not more. */
const MAX_CONFIRMED = 100;

/**
 * Lists all reviews of a location and proves that none is missing.
 *
 * The proof is a count: as many different reviews as the location says on every page that it has. A
 * review that was deleted while the pages were read is counted, too, and could stand in for one that
 * was missed; but as the total stayed as it was, one was added for it. An added one is newer than
 * all that was known when the listing began: if a page shows one, nothing is proved. If none does,
 * the added ones are missing in the count, so all others are in it.
 *
 * Without a proof the location is listed again in another order. Reviews that only an earlier
 * listing saw count when Google, asked for each of them, still has it.
 */
export class LocationListing<Review extends ListedReview> {
  /** The listing, counted from 1, that saw a review last. One map, as there may be 200,000. */
  private readonly seen = new Map<string, number>();
  private round = 0;
  private began = new Date();
  private seenThisRound = 0;
  private total = 0;
  private newestSeen: string | undefined;
  private newestBefore: string | undefined;
  private hasChanged = false;

  constructor(private readonly source: ListingSource<Review>) {}

  /** When the last of its listings began: what it is a proof of was seen since. */
  get roundBegan(): Date {
    return this.began;
  }

  /** The latest update time that was seen; null before the first review. */
  get newest(): string | null {
    return this.newestSeen ?? null;
  }

  /** Lists until it is complete, once in each order at most. */
  async list(): Promise<ListingProof> {
    let reason: IncompleteReason | null = 'fewer_than_total';
    for (const order of LISTING_ORDERS) {
      await this.listIn(order);
      reason = await this.findReason();
      if (reason === null) break;
    }
    const expected = this.total;
    if (reason === null) return { listed: expected, expected, missing: 0, complete: true, reason };
    const listed = this.seen.size;
    return {
      listed,
      expected,
      missing: Math.max(0, expected - listed),
      complete: false,
      reason,
    };
  }

  private async listIn(order: ReviewOrder): Promise<void> {
    this.round += 1;
    this.began = new Date();
    this.seenThisRound = 0;
    this.hasChanged = false;
    this.newestBefore = this.newestSeen;
    let pageToken: string | undefined;
    let pages = 0;
    do {
      const page = await this.source.readPage(order, pageToken);
      if (!page) {
        this.hasChanged = true;
        return;
      }
      if (pages === 0) this.begin(page, order);
      await this.take(page);
      pageToken = page.nextPageToken;
      pages += 1;
    } while (pageToken !== undefined && pages <= this.total + SPARE_PAGES);
    // One page shows one moment; several show the time between the first and the last.
    if (pages > 1 && !this.hasChanged) await this.lookForNew();
  }

  /** What is on the first page of the newest is not newer than the listing. */
  private begin(page: ListedPage<Review>, order: ReviewOrder): void {
    this.total = page.totalReviewCount;
    if (order !== 'updateTime desc') return;
    for (const { updateTime } of page.reviews)
      this.newestBefore = later(this.newestBefore, updateTime);
  }

  /** What was added or edited meanwhile is among the newest, and not listed unless it is there. */
  private async lookForNew(): Promise<void> {
    const page = await this.source.readPage('updateTime desc', undefined);
    if (page) await this.take(page);
  }

  private async take({ reviews, totalReviewCount }: ListedPage<Review>): Promise<void> {
    if (totalReviewCount !== this.total) this.hasChanged = true;
    this.total = totalReviewCount;
    for (const { reviewId, updateTime } of reviews) {
      this.see(reviewId);
      this.newestSeen = later(this.newestSeen, updateTime);
      if (isLater(updateTime, this.newestBefore)) this.hasChanged = true;
    }
    if (reviews.length === 0) return;
    await this.source.take(reviews, { listed: this.seen.size, expected: this.total });
  }

  private see(reviewId: string): void {
    if (this.seen.get(reviewId) === this.round) return;
    this.seen.set(reviewId, this.round);
    this.seenThisRound += 1;
  }

  /** Why it is not proved that nothing is missing; null when it is. */
  private async findReason(): Promise<IncompleteReason | null> {
    if (this.hasChanged) return 'changed_while_listing';
    if (this.seenThisRound > this.total) return 'more_than_total';
    await this.confirmEarlier();
    return this.seenThisRound === this.total ? null : 'fewer_than_total';
  }

  /** Counts reviews that only earlier listings saw, as far as they are needed and still exist. */
  private async confirmEarlier(): Promise<void> {
    const needed = this.total - this.seenThisRound;
    const isEnough = this.seen.size - this.seenThisRound >= needed;
    if (needed === 0 || needed > MAX_CONFIRMED || !isEnough) return;
    const earlier: string[] = [];
    for (const [reviewId, round] of this.seen) {
      if (round !== this.round) earlier.push(reviewId);
      if (earlier.length === MAX_CONFIRMED) break;
    }
    for (const reviewId of earlier) {
      if (this.seenThisRound === this.total) return;
      if (await this.source.exists(reviewId)) this.see(reviewId);
      else this.seen.delete(reviewId);
    }
  }
}

function isLater(time: string, than: string | undefined): boolean {
  return than === undefined || compareTimestamps(time, than) > 0;
}

function later(one: string | undefined, other: string): string {
  return one === undefined || isLater(other, one) ? other : one;
}
