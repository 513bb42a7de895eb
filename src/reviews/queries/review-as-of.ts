/** What the headers of responses about reviews mean. */
export const REVIEWS_AS_OF = {
  asOf: 'When the last fetch that found all reviews began; absent before there was one.',
} as const;
