import { DomainError } from '@tributary/common';
import { countPeriods, GRANULARITIES, type Granularity } from './granularity';
import { refuseReversed } from './query-range';

/** The range of a time series: it has both ends, and is divided into periods. */
export interface SeriesRange {
  readonly date_from: string;
  readonly date_to: string;
  readonly granularity: Granularity;
}

const MOST_POINTS = 5_000;

/** Refuses a range with INVALID_DATE_RANGE, or with TOO_MANY_POINTS and what to ask for instead. */
export function checkSeries({ date_from, date_to, granularity }: SeriesRange): void {
  refuseReversed(date_from, date_to);
  const points = countPeriods(date_from, date_to, granularity);
  if (points <= MOST_POINTS) return;
  const fitting = GRANULARITIES.find(
    (longer) => countPeriods(date_from, date_to, longer) <= MOST_POINTS,
  );
  const advice = fitting === undefined ? 'Ask for fewer days.' : `Ask with granularity=${fitting}.`;
  throw new DomainError('TOO_MANY_POINTS', {
    detail: `The range has ${points} points by ${granularity}, but at most ${MOST_POINTS} are answered. ${advice}`,
  });
}
