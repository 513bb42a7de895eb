import { DomainError } from '@tributary/common';
import {
  type BusinessReview,
  type BusinessReviewsClient,
  type LocationPath,
  type ReviewOrder,
  type UserCall,
} from '@tributary/google';
import { type AnnounceChange } from '../rollups/review-change-recorder.service';
import { type ReviewRepository } from '../store/review.repository';
import { type JobReviewLog } from './job-review-log';
import { type ListingProof } from './listing-proof';
import { type ListedPage, type ListingProgress, LocationListing } from './location-listing';
import { toObservedReview } from './observed-review';

/** How far the listing is. */
export interface ListingCounts extends ListingProgress {
  readonly added: number;
  readonly changed: number;
}

/** What a listing works with, and for whom. */
export interface JobListingContext {
  readonly client: BusinessReviewsClient;
  readonly call: UserCall;
  readonly reviews: ReviewRepository;
  /** Called before every write of reviews. */
  readonly announce: AnnounceChange;
  readonly log: JobReviewLog;
  readonly owner: string;
  readonly jobId: string;
  /** `accounts/{a}`. */
  readonly account: string;
  /** `locations/{l}`. */
  readonly location: string;
  onProgress(counts: ListingCounts): Promise<void>;
}

/** What a listing came to. */
export interface Listed {
  readonly proof: ListingProof;
  /** Reviews that were not seen since then are deleted, if the listing is complete. */
  readonly began: Date;
  /** The latest update time, as Google writes it. */
  readonly newest: string | null;
}

/** Lists a location for a job: each page is stored, then logged, before the next one is read. */
export class JobListing {
  private readonly path: LocationPath;
  private readonly addedIds = new Set<string>();
  private readonly changedIds = new Set<string>();
  private seenAt = new Date();

  constructor(private readonly context: JobListingContext) {
    this.path = { accountId: idOf(context.account), locationId: idOf(context.location) };
  }

  /** Reviews that were not stored before the job. */
  get added(): number {
    return this.addedIds.size;
  }

  get changed(): number {
    return this.changedIds.size;
  }

  /** Whether a review was not stored like this before the job. */
  isNews(reviewId: string): boolean {
    return this.addedIds.has(reviewId) || this.changedIds.has(reviewId);
  }

  async list(): Promise<Listed> {
    const listing = new LocationListing<BusinessReview>({
      readPage: (order, pageToken) => this.readPage(order, pageToken),
      exists: async (reviewId) => (await this.confirm(reviewId)).exists,
      take: (reviews, progress) => this.take(reviews, progress),
    });
    const proof = await listing.list();
    return { proof, began: listing.roundBegan, newest: listing.newest };
  }

  /** Marks stored reviews as deleted that were not seen since, if Google says so of each. */
  async markDeleted(since: Date): Promise<number> {
    const { reviews, announce, owner, location } = this.context;
    let deleted = 0;
    for await (const id of reviews.findUnseen(owner, location, since)) {
      const { exists, askedAt } = await this.confirm(idOf(id));
      if (exists) continue;
      if (await reviews.markDeleted(owner, id, askedAt, announce)) deleted += 1;
    }
    return deleted;
  }

  private async readPage(
    orderBy: ReviewOrder,
    pageToken: string | undefined,
  ): Promise<ListedPage<BusinessReview> | undefined> {
    const { client, call } = this.context;
    this.seenAt = new Date();
    try {
      return await client.list(call, this.path, { orderBy, pageToken });
    } catch (error) {
      if (isCode(error, 'PAGE_TOKEN_INVALID')) return undefined;
      throw error;
    }
  }

  /** Asks for one review, and stores it if it is there. */
  private async confirm(reviewId: string): Promise<{ exists: boolean; askedAt: Date }> {
    const askedAt = new Date();
    try {
      const review = await this.context.client.get(this.context.call, this.path, reviewId);
      this.seenAt = askedAt;
      await this.store([review]);
      return { exists: true, askedAt };
    } catch (error) {
      if (isCode(error, 'BUSINESS_REVIEW_NOT_FOUND')) return { exists: false, askedAt };
      throw error;
    }
  }

  private async take(reviews: readonly BusinessReview[], progress: ListingProgress): Promise<void> {
    await this.store(reviews);
    const { added, changed } = this;
    await this.context.onProgress({ ...progress, added, changed });
  }

  private async store(listed: readonly BusinessReview[]): Promise<void> {
    const { reviews, announce, log, owner, account, jobId } = this.context;
    const observed = [
      ...new Map(listed.map((review) => [review.key, toObservedReview(review)])).values(),
    ];
    const page = { owner, account, seenBy: jobId, seenAt: this.seenAt, reviews: observed };
    const changes = await reviews.store(page, announce);
    observed.forEach(({ review_id }, index) => {
      if (changes[index] === 'new') this.addedIds.add(review_id);
      if (changes[index] === 'changed' && !this.addedIds.has(review_id)) {
        this.changedIds.add(review_id);
      }
    });
    await log.add(observed);
  }
}

/** What stands behind the last slash. */
function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

function isCode(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code;
}
