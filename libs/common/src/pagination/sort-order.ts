/** The directions in which a list can be sorted. */
export const SORT_ORDERS = ['asc', 'desc'] as const;

/** One of {@link SORT_ORDERS}. */
export type SortOrder = (typeof SORT_ORDERS)[number];
