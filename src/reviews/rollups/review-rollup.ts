import { type ReviewSums } from './review-sums';

/** What the reviews of a day add up to that are not deleted: those of a location, or of all. */
export interface ReviewRollup extends ReviewSums {
  /** A day of the owner's book. */
  readonly day: string;
  /** Null for all locations together. */
  readonly location: string | null;
  /** When the first and the last of them were created; null when there is none. */
  readonly first_at: Date | null;
  readonly last_at: Date | null;
}
