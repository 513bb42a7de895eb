import { REVIEW_ORDERS, type ReviewOrder } from './review-store';

/** Oddities of Google's Business Profile that a test can switch on. */
export interface BusinessScenario {
  /** From the second page on, lists of reviews have no `reviews`, though a token promised them: all, or in some orders. */
  readonly reviewsOnlyOnFirstPage: boolean | readonly ReviewOrder[];
  /** Lists leave out about every so many-th review, other ones in each order, though the total counts them; 0 is none. */
  readonly loseEvery: number;
  /** Whether a page begins behind the last review of the page before, or behind so many reviews. */
  readonly pages: 'by-key' | 'by-offset';
  /** The account in names of reviews: that of the request, or `-`. */
  readonly accountInNames: 'id' | 'wildcard';
  /** Every so many-th call for reviews is answered with 404, though all is there; 0 is never. */
  readonly notFoundEvery: number;
  /** What a location without reviews answers: `{}`, or zeros and an empty list. */
  readonly emptyLocation: 'empty-object' | 'zeros';
}

/** No oddities beyond what is expected of Google. */
export const PLAIN_SCENARIO: BusinessScenario = {
  reviewsOnlyOnFirstPage: false,
  loseEvery: 0,
  pages: 'by-key',
  accountInNames: 'id',
  notFoundEvery: 0,
  emptyLocation: 'empty-object',
};

type Checks = {
  readonly [K in keyof BusinessScenario]: readonly [
    expected: string,
    fits: (value: unknown) => boolean,
  ];
};

const COUNT = ['a number of calls or reviews, or 0 for never', isCount] as const;

const CHECKS: Checks = {
  reviewsOnlyOnFirstPage: [
    `true, false or a list of ${REVIEW_ORDERS.join(', ')}`,
    (value) => typeof value === 'boolean' || isListOfOrders(value),
  ],
  loseEvery: COUNT,
  pages: ['"by-key" or "by-offset"', oneOf('by-key', 'by-offset')],
  accountInNames: ['"id" or "wildcard"', oneOf('id', 'wildcard')],
  notFoundEvery: COUNT,
  emptyLocation: ['"empty-object" or "zeros"', oneOf('empty-object', 'zeros')],
};

/** The fields of a scenario. */
export const SCENARIO_FIELDS = Object.keys(CHECKS) as readonly (keyof BusinessScenario)[];

/** Refuses changes that the emulator does not understand, with a sentence that says what to do. */
export function checkScenario(
  changes: Readonly<Record<string, unknown>>,
): asserts changes is Partial<BusinessScenario> {
  for (const [name, value] of Object.entries(changes)) {
    const field = SCENARIO_FIELDS.find((known) => known === name);
    if (!field) throw new Error(`There is no oddity called ${name}`);
    const [expected, fits] = CHECKS[field];
    if (!fits(value)) throw new Error(`Give ${name} as ${expected}`);
  }
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isListOfOrders(value: unknown): boolean {
  const orders: readonly unknown[] = REVIEW_ORDERS;
  return Array.isArray(value) && value.every((order) => orders.includes(order));
}

function oneOf(...choices: readonly unknown[]): (value: unknown) => boolean {
  return (value) => choices.includes(value);
}
