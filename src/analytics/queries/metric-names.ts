/** What a time series can show for its periods. */
export const SERIES_METRICS = ['count', 'amount', 'both'] as const;

/** One of {@link SERIES_METRICS}. */
export type SeriesMetrics = (typeof SERIES_METRICS)[number];

/** What a list of leaders can be ordered by. */
export const TOP_METRICS = ['count', 'amount', 'quantity'] as const;

/** One of {@link TOP_METRICS}. */
export type TopMetric = (typeof TOP_METRICS)[number];
