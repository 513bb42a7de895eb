import { DomainError } from '@tributary/common';
import { type TimeSeriesDto } from './dto/analytics.dto';
import { type SeriesMetrics } from './metric-names';
import { countPeriods, GRANULARITIES, type Granularity, periodsIn } from './periods/granularity';
import { noSums } from '../rollups/sums';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { unsupported } from './query-range';
import { type QueryDefinition } from './analytics-query';
import { flawedIn, sumOf } from './aggregated-sums';

/** A range that has both ends, and how it is cut. */
export interface SeriesQuery {
  readonly date_from: string;
  readonly date_to: string;
  readonly granularity: Granularity;
  readonly metrics: SeriesMetrics;
}

const MOST_POINTS = 5_000;

/** Points over the whole range, also where there are no rows. */
export function timeSeries(type: SheetTypeStrategy, query: SeriesQuery): QueryDefinition {
  const { date_from, date_to, granularity, metrics } = query;
  const { seriesMeasure, measures } = type;
  if (seriesMeasure === null || type.dateField === null) {
    throw unsupported(`Time series not supported for sheet type '${type.kind}'`);
  }
  if (date_from > date_to) throw new DomainError('INVALID_DATE_RANGE');
  refuseTooManyPoints(query);
  return {
    groupBy: { granularity },
    parameters: { granularity, metrics },
    respond: ({ groups, undated }) => {
      const none = noSums(measures);
      const data = [...periodsIn(date_from, date_to, granularity)].map((date) => {
        const sums = groups.get(date) ?? none;
        return {
          date,
          ...(metrics === 'amount' ? {} : { count: sums.rows }),
          ...(metrics === 'count' ? {} : { total_amount: sumOf(sums, seriesMeasure) }),
        };
      });
      const body: TimeSeriesDto = { granularity, data };
      return { body, excluded: undated + (metrics === 'count' ? 0 : flawedIn(groups)) };
    },
  };
}

function refuseTooManyPoints({ date_from, date_to, granularity }: SeriesQuery): void {
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
