import { defineRunKind } from '@tributary/pipeline';
import { REVIEW_FETCH_EVENTS } from '../reviews.events';

/** The job; the token is read from it, so that no run, dead letter or queue holds it. */
export interface ReviewFetchPayload {
  job_id: string;
}

/** An account of a job. */
export interface ReviewLocationsPayload {
  job_id: string;
  /** `accounts/{a}`. */
  account: string;
}

/** A location of a job. */
export interface ReviewListingPayload {
  job_id: string;
  /** `locations/{l}`. */
  location: string;
}

/** Three attempts; being throttled costs none, but half an hour of nothing else is a failure. */
const RETRY = { retries: 2, firstMs: 100, factor: 2, capMs: 10_000, throttledForMs: 1_800_000 };

/** Fetches all reviews of a Google user: lists the accounts. Its subject is the job. */
export const REVIEW_FETCH = defineRunKind<ReviewFetchPayload>('reviews.fetch', {
  queue: 'review_fetch_tasks',
  concurrency: 8,
  retry: RETRY,
  events: REVIEW_FETCH_EVENTS,
  subjectField: 'job_id',
  fansOut: true,
});

/** Lists the locations of an account. */
export const REVIEW_LOCATIONS = defineRunKind<ReviewLocationsPayload>('reviews.locations', {
  queue: 'review_locations_tasks',
  concurrency: 8,
  retry: RETRY,
  fansOut: true,
  silent: true,
});

/** Lists the reviews of a location. */
export const REVIEW_LISTING = defineRunKind<ReviewListingPayload>('reviews.listing', {
  queue: 'review_listing_tasks',
  // Many, since most of them wait for Google or for its quota.
  concurrency: 16,
  retry: RETRY,
  silent: true,
});

/** What runs of a job wait for when its access token has expired. */
export const WAITING_FOR_TOKEN = 'waiting_for_token';
