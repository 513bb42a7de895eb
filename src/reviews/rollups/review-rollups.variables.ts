import { defineVariables, type Variable } from '@tributary/config';
import { ZonedCalendar } from '@tributary/time-zones';

const timeZone: Variable<string> = {
  doc: 'Time zone of the days of reviews where a request names none. The roll-ups of an owner keep the one of their first review: another one is answered, too, but slower.',
  expected: 'a time zone, as in Asia/Ho_Chi_Minh',
  fallback: 'UTC',
  fallbackText: 'UTC',
  secret: false,
  productionLength: 0,
  parse: (text) => ZonedCalendar.of(text)?.name,
};

export const REVIEW_ROLLUP_VARIABLES = defineVariables({ REVIEW_TIME_ZONE: timeZone });

declare module '@tributary/config' {
  interface VariableTables {
    review_rollups: typeof REVIEW_ROLLUP_VARIABLES;
  }
}
