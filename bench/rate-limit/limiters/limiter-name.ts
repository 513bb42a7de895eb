/** What ours is compared with. */
export const OTHERS = ['rate-limiter-flexible', 'bottleneck'] as const;

/** The libraries that are compared, ours first. */
export const LIMITER_NAMES = ['tributary', ...OTHERS] as const;

/** One of them. */
export type LimiterName = (typeof LIMITER_NAMES)[number];
