import { checkSeries, periodsIn, type SeriesRange } from '@tributary/periods';
import { type TimeSeriesDto } from './dto/analytics.dto';
import { type SeriesMetrics } from './metric-names';
import { noSums } from '../rollups/sums';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { unsupported } from './query-range';
import { type QueryDefinition } from './analytics-query';
import { flawedIn, sumOf } from './aggregated-sums';

/** A range, and what its points show. */
export interface SeriesQuery extends SeriesRange {
  readonly metrics: SeriesMetrics;
}

/** Points over the whole range, also where there are no rows. */
export function timeSeries(type: SheetTypeStrategy, query: SeriesQuery): QueryDefinition {
  const { date_from, date_to, granularity, metrics } = query;
  const { seriesMeasure, measures } = type;
  if (seriesMeasure === null || type.dateField === null) {
    throw unsupported(`Time series not supported for sheet type '${type.kind}'`);
  }
  checkSeries(query);
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
