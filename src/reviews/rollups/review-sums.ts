import { medianOf, type ResponseHistogram } from './response-minutes';

/** What reviews add up to. */
export interface ReviewSums {
  count: number;
  /** How many have one star, two, ... five; the others have no rating. */
  readonly stars: [number, number, number, number, number];
  replied: number;
  /** Of the replies whose time is known. */
  readonly responses: ResponseHistogram;
}

/** What is shown of sums. */
export interface ReviewFigures {
  readonly count: number;
  readonly rated: number;
  readonly average_rating: number | null;
  readonly replied: number;
  readonly response_rate: number | null;
  readonly median_response_minutes: number | null;
}

/** Empty sums. */
export function noReviews(): ReviewSums {
  return { count: 0, stars: [0, 0, 0, 0, 0], replied: 0, responses: new Map() };
}

/** Adds to sums. */
export function addReviews(sums: ReviewSums, more: Readonly<ReviewSums>): void {
  sums.count += more.count;
  more.stars.forEach((count, at) => (sums.stars[at]! += count));
  sums.replied += more.replied;
  for (const [minutes, count] of more.responses) addResponses(sums, minutes, count);
}

/** Adds replies that took some minutes. */
export function addResponses({ responses }: ReviewSums, minutes: number, count: number): void {
  responses.set(minutes, (responses.get(minutes) ?? 0) + count);
}

/** The figures of sums. All sums are of integers, so they do not depend on an order. */
export function figuresOf({ count, stars, replied, responses }: ReviewSums): ReviewFigures {
  const rated = stars.reduce((sum, some) => sum + some, 0);
  const total = stars.reduce((sum, some, at) => sum + some * (at + 1), 0);
  return {
    count,
    rated,
    average_rating: rated === 0 ? null : total / rated,
    replied,
    response_rate: count === 0 ? null : replied / count,
    median_response_minutes: medianOf(responses),
  };
}
