import { BUSINESS_REVIEWS_QUOTA } from '../google-quotas';
import { type GoogleEndpoints } from '../http/endpoints';
import { type GoogleHttp } from '../http/google-http';
import { type BusinessRead, readBusiness } from './business-http';
import { type BusinessReview, readReview } from './business-review';
import { pagesFrom } from './page';
import {
  type ReviewBatchPage,
  type ReviewPage,
  readReviewBatch,
  readReviewPage,
} from './review-pages';
import { type UserCall } from './user-call';

/** The orders in which Google lists reviews; it has no list of the oldest first. */
export type ReviewOrder = 'updateTime desc' | 'rating' | 'rating desc';

/** The path of a location: through one of the accounts that have it, or through `-`. */
export interface LocationPath {
  readonly accountId: string;
  readonly locationId: string;
}

/** The options of a list of reviews. */
export interface ReviewListOptions {
  /** Newest first by default. */
  readonly orderBy?: ReviewOrder;
  readonly pageToken?: string | undefined;
}

/** The options of a batch. */
export interface ReviewBatchOptions extends ReviewListOptions {
  /** 500 by default; Google documents no maximum. */
  readonly pageSize?: number;
}

/** How many locations a batch may have. */
export const MAX_BATCH_LOCATIONS = 50;

/** Google's maximum for a list. */
const PAGE_SIZE = 50;
/** However long their texts are, so many reviews stay below the 16 MB that are read at most. */
const BATCH_PAGE_SIZE = 500;

/** Reads the reviews of locations, within the quota. */
export class BusinessReviewsClient {
  constructor(
    private readonly http: GoogleHttp,
    private readonly endpoints: GoogleEndpoints,
  ) {}

  /** One page of the reviews of a location, with its totals; the first one by default. */
  async list(
    call: UserCall,
    location: LocationPath,
    { orderBy = 'updateTime desc', pageToken }: ReviewListOptions = {},
  ): Promise<ReviewPage> {
    const name = nameOf(location);
    const answer = await this.read(call, {
      path: `${name}/reviews`,
      query: { pageSize: String(PAGE_SIZE), orderBy, pageToken },
      notFound: 'BUSINESS_LOCATION_NOT_FOUND',
      pageToken,
    });
    return readReviewPage(answer, name, pageToken);
  }

  /** All pages of the reviews of a location from one on. */
  pages(
    call: UserCall,
    location: LocationPath,
    { pageToken, ...options }: ReviewListOptions = {},
  ): AsyncGenerator<ReviewPage, void, undefined> {
    const list = (token?: string): Promise<ReviewPage> =>
      this.list(call, location, { ...options, pageToken: token });
    return pagesFrom(list, pageToken);
  }

  /** One review; BUSINESS_REVIEW_NOT_FOUND when it was deleted. */
  async get(call: UserCall, location: LocationPath, reviewId: string): Promise<BusinessReview> {
    const name = nameOf(location);
    const answer = await this.read(call, {
      path: `${name}/reviews/${encodeURIComponent(reviewId)}`,
      notFound: 'BUSINESS_REVIEW_NOT_FOUND',
    });
    return readReview(answer, 'the review', name);
  }

  /**
   * One page of the reviews of many locations of an account, at most {@link MAX_BATCH_LOCATIONS}, in
   * one flat list. A single location that is not verified, or not there, fails them all.
   */
  async listBatch(
    call: UserCall,
    accountId: string,
    locationIds: readonly string[],
    options: ReviewBatchOptions = {},
  ): Promise<ReviewBatchPage> {
    if (locationIds.length > MAX_BATCH_LOCATIONS) {
      throw new RangeError(`A batch has at most ${MAX_BATCH_LOCATIONS} locations`);
    }
    const { orderBy = 'updateTime desc', pageToken, pageSize = BATCH_PAGE_SIZE } = options;
    const locationNames = locationIds.map((locationId) => nameOf({ accountId, locationId }));
    const answer = await this.read(call, {
      path: `accounts/${encodeURIComponent(accountId)}/locations:batchGetReviews`,
      body: { locationNames, pageSize, orderBy, ...(pageToken === undefined ? {} : { pageToken }) },
      notFound: 'BUSINESS_LOCATION_NOT_FOUND',
      pageToken,
    });
    return readReviewBatch(answer, pageToken);
  }

  /** All pages of a batch from one on. */
  batchPages(
    call: UserCall,
    accountId: string,
    locationIds: readonly string[],
    { pageToken, ...options }: ReviewBatchOptions = {},
  ): AsyncGenerator<ReviewBatchPage, void, undefined> {
    const list = (token?: string): Promise<ReviewBatchPage> =>
      this.listBatch(call, accountId, locationIds, { ...options, pageToken: token });
    return pagesFrom(list, pageToken);
  }

  private read(
    call: UserCall,
    { path, ...read }: Omit<BusinessRead, 'url' | 'quota'> & { readonly path: string },
  ): Promise<unknown> {
    const url = `${this.endpoints.businessReviews}/${path}`;
    const quota = BUSINESS_REVIEWS_QUOTA.name;
    return readBusiness(this.http, { ...read, url, quota, isForReviews: true }, call);
  }
}

/** The name by which the API knows a location. */
function nameOf({ accountId, locationId }: LocationPath): string {
  return `accounts/${encodeURIComponent(accountId)}/locations/${encodeURIComponent(locationId)}`;
}
