/** Why nobody can say that a listing is complete. */
export const INCOMPLETE_REASONS = [
  'fewer_than_total',
  'more_than_total',
  'changed_while_listing',
] as const;

/** One of {@link INCOMPLETE_REASONS}. */
export type IncompleteReason = (typeof INCOMPLETE_REASONS)[number];

/** How complete a listing is, and why. */
export interface ListingProof {
  /** Different reviews that were seen. */
  readonly listed: number;
  /** How many the location said last that it has. */
  readonly expected: number;
  readonly missing: number;
  readonly complete: boolean;
  /** Null when it is complete. */
  readonly reason: IncompleteReason | null;
}
