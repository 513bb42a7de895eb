import { compareTimestamps } from '@tributary/google';

/** What the reader needs to know of a review. */
export interface DatedReview {
  readonly locationId: string;
  /** As Google writes it. */
  readonly updateTime: string;
}

/** A page of the reviews of several locations, each location's newest first. */
export interface BatchPage<Review extends DatedReview> {
  readonly reviews: readonly Review[];
  readonly nextPageToken: string | undefined;
}

/** What the reader reads from and writes to. */
export interface NewsSource<Review extends DatedReview> {
  /** Undefined when Google no longer knows the place in the list that the token stands for. */
  readBatch(
    locationIds: readonly string[],
    pageToken: string | undefined,
  ): Promise<BatchPage<Review> | undefined>;
  /** Whether an error means that one of the locations cannot be read, and not that all cannot. */
  isOfOneLocation(error: unknown): boolean;
  /** Takes reviews that are newer than what is known, and is awaited before more is read. */
  take(reviews: readonly Review[]): Promise<void>;
  /** Everything newer than what is known of the location was taken; `newest` is the latest of it. */
  settle(locationId: string, newest: string | undefined): Promise<void>;
  /** The location makes every batch fail. */
  setAside(locationId: string, error: unknown): Promise<void>;
}

/** A location, and the latest update time that is known of it; null when it had no reviews. */
export type KnownTimes = ReadonlyMap<string, string | null>;

/** How often a list may begin again because Google forgot a page. */
const MAX_RESTARTS = 3;

/**
 * Reads what is new in a batch of locations, whichever way Google mixes them in its list: it does
 * not say whether it goes location by location or by time over all of them. Either way, the reviews of
 * one location are in order, so a location is settled by the first review that is known, or by the
 * end of the list. Where the list goes on with a settled location, it is asked for again without
 * those that are settled; so no request is without a location that it settles, or new reviews.
 */
export class NewsReader<Review extends DatedReview> {
  constructor(private readonly source: NewsSource<Review>) {}

  async read(known: KnownTimes): Promise<void> {
    if (known.size === 0) return;
    try {
      await this.readBatch(known);
    } catch (error) {
      if (!this.source.isOfOneLocation(error)) throw error;
      await this.separate([...known], error);
    }
  }

  /** A location that fails is found by halving. */
  private async separate(
    locations: readonly (readonly [string, string | null])[],
    error: unknown,
  ): Promise<void> {
    const [first] = locations;
    if (locations.length === 1 && first) return this.source.setAside(first[0], error);
    const middle = Math.ceil(locations.length / 2);
    await this.read(new Map(locations.slice(0, middle)));
    await this.read(new Map(locations.slice(middle)));
  }

  private async readBatch(known: KnownTimes): Promise<void> {
    const open = new Map(known);
    const newest = new Map<string, string>();
    let pageToken: string | undefined;
    let listed = [...open.keys()];
    let restarts = 0;
    while (open.size > 0) {
      const page = await this.source.readBatch(listed, pageToken);
      if (!page) {
        restarts += 1;
        if (restarts > MAX_RESTARTS) throw new Error('Google keeps forgetting pages of its list');
        listed = [...open.keys()];
        pageToken = undefined;
        continue;
      }
      await this.takePage(page, open, newest);
      pageToken = page.nextPageToken;
      if (pageToken === undefined) await this.settle([...open.keys()], open, newest);
      const last = page.reviews.at(-1);
      // The next page would go on with what is known.
      if (last && !open.has(last.locationId)) {
        listed = [...open.keys()];
        pageToken = undefined;
      }
    }
  }

  private async takePage(
    { reviews }: BatchPage<Review>,
    open: Map<string, string | null>,
    newest: Map<string, string>,
  ): Promise<void> {
    const fresh: Review[] = [];
    const settled = new Set<string>();
    for (const review of reviews) {
      const { locationId, updateTime } = review;
      const known = open.get(locationId);
      if (known === undefined || settled.has(locationId)) continue;
      if (known !== null && compareTimestamps(updateTime, known) <= 0) {
        settled.add(locationId);
        continue;
      }
      fresh.push(review);
      const before = newest.get(locationId);
      if (before === undefined || compareTimestamps(updateTime, before) > 0) {
        newest.set(locationId, updateTime);
      }
    }
    if (fresh.length > 0) await this.source.take(fresh);
    await this.settle([...settled], open, newest);
  }

  private async settle(
    locationIds: readonly string[],
    open: Map<string, string | null>,
    newest: ReadonlyMap<string, string>,
  ): Promise<void> {
    for (const locationId of locationIds) {
      await this.source.settle(locationId, newest.get(locationId));
      open.delete(locationId);
    }
  }
}
