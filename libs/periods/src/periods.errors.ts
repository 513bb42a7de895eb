import { defineErrors } from '@tributary/contracts';

/** Why a range of days is refused. */
export const PERIOD_ERRORS = defineErrors({
  INVALID_DATE_RANGE: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'Invalid date range: date_from must be before date_to',
  },
  TOO_MANY_POINTS: {
    category: 'content',
    retryable: false,
    status: 400,
    sentence: 'The range has too many points. Ask for longer periods, or for a shorter range.',
  },
});

declare module '@tributary/contracts' {
  interface ErrorTables {
    periods: typeof PERIOD_ERRORS;
  }
}
