/** Oddities of Google's Business Profile that a test can switch on. */
export interface BusinessScenario {
  /** From the second page on, lists of reviews have no `reviews`, though a token promised them. */
  readonly reviewsOnlyOnFirstPage: boolean;
  /** Every so many-th call for reviews is answered with 404, though all is there; 0 is never. */
  readonly notFoundEvery: number;
  /** What a location without reviews answers: `{}`, or zeros and an empty list. */
  readonly emptyLocation: 'empty-object' | 'zeros';
}

/** No oddities beyond what is expected of Google. */
export const PLAIN_SCENARIO: BusinessScenario = {
  reviewsOnlyOnFirstPage: false,
  notFoundEvery: 0,
  emptyLocation: 'empty-object',
};
