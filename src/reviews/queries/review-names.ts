/** By what lists of reviews can be sorted. */
export const REVIEW_SORTS = ['created', 'updated', 'rating'] as const;

/** One of {@link REVIEW_SORTS}. */
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** By what locations can lead. */
export const LOCATION_METRICS = ['count', 'average_rating', 'response_rate'] as const;

/** One of {@link LOCATION_METRICS}. */
export type LocationMetric = (typeof LOCATION_METRICS)[number];
