import { type StoredReview } from '../../../../src/reviews/store/stored-review';
import { periodStart } from '../../analytics/support/reference';

/** What is asked of reviews. */
export interface Asked {
  readonly from: string | null;
  readonly to: string | null;
  readonly zone: string;
  readonly locations: readonly string[] | null;
  readonly groupBy: null | 'location' | { readonly granularity: 'day' | 'week' | 'month' | 'year' };
}

/** What reviews add up to, as plain as it can be computed. */
export interface Expected {
  count: number;
  rated: number;
  average_rating: number | null;
  replied: number;
  response_rate: number | null;
  median_response_minutes: number | null;
}

/** The answer by group, from all reviews one after the other. */
export function bruteForce(
  reviews: Iterable<StoredReview>,
  asked: Asked,
): Record<string, Expected> {
  const groups: Record<string, StoredReview[]> = {};
  for (const review of reviews) {
    const day = localDay(review.created_at, asked.zone);
    if (review.deleted_at !== null) continue;
    if (asked.from !== null && day < asked.from) continue;
    if (asked.to !== null && day > asked.to) continue;
    if (asked.locations !== null && !asked.locations.includes(review.location)) continue;
    (groups[groupOf(review, day, asked)] ??= []).push(review);
  }
  return Object.fromEntries(Object.entries(groups).map(([name, some]) => [name, figures(some)]));
}

function groupOf({ location }: StoredReview, day: string, { groupBy }: Asked): string {
  if (groupBy === null) return '';
  return groupBy === 'location' ? location : periodStart(day, groupBy.granularity);
}

function figures(reviews: readonly StoredReview[]): Expected {
  const ratings = reviews.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  const replied = reviews.filter(({ reply }) => reply !== null);
  const minutes = replied.flatMap(({ replied_at, created_at }) =>
    replied_at === null
      ? []
      : [Math.max(0, Math.floor((replied_at.getTime() - created_at.getTime()) / 60_000))],
  );
  return {
    count: reviews.length,
    rated: ratings.length,
    average_rating: ratings.length === 0 ? null : sum(ratings) / ratings.length,
    replied: replied.length,
    response_rate: reviews.length === 0 ? null : replied.length / reviews.length,
    median_response_minutes: median(minutes.map(rounded)),
  };
}

/** With eight binary digits, those behind cut off. */
export function rounded(minutes: number): number {
  if (minutes < 256) return minutes;
  const digits = minutes.toString(2);
  return parseInt(digits.slice(0, 8).padEnd(digits.length, '0'), 2);
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localDay(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format.format(at);
}
