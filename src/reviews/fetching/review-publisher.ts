import { type ObservedReview } from '../store/stored-review';

/** Reviews that a job found in a location, and had not found before. */
export interface FoundReviews {
  readonly jobId: string;
  readonly owner: string;
  readonly location: string;
  readonly reviews: readonly ObservedReview[];
}

/**
 * Publishes what jobs find to other systems. It is given each review of a job at least once, before the
 * log of the job has it; the job and the review tell whether it had it before.
 */
export abstract class ReviewPublisher {
  abstract publish(found: FoundReviews): Promise<void>;
}
