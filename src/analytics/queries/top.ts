import { byRank } from '@tributary/common';
import { type TopDto } from './dto/analytics.dto';
import { type TopMetric } from './metric-names';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { unsupported } from './query-range';
import { type QueryDefinition } from './analytics-query';
import { flawedIn, refuseField, sumOf } from './aggregated-sums';

/** How many values are wanted, and by what they lead. */
export interface LeaderQuery {
  readonly limit: number;
  readonly metric: TopMetric;
}

/** The leading values of a field. */
export function top(
  type: SheetTypeStrategy,
  field: string,
  { limit, metric }: LeaderQuery,
): QueryDefinition {
  refuseField(type, 'Top', type.topFields, field);
  const { amount, quantity } = type.topMeasures;
  const measure = metric === 'count' ? null : type.topMeasures[metric];
  if (measure === undefined) {
    throw unsupported(`Metric '${metric}' not supported for sheet type '${type.kind}'`);
  }
  return {
    groupBy: { field },
    parameters: { field, limit, metric },
    respond: ({ groups, without, undated }) => {
      const leaders = [...groups]
        .map(([value, sums]) => ({
          value,
          sums,
          rank: measure === null ? sums.rows : sumOf(sums, measure),
        }))
        .sort(byRank)
        .slice(0, limit);
      const data = leaders.map(({ value, sums }) => ({
        value,
        count: sums.rows,
        ...(amount === undefined ? {} : { total_amount: sumOf(sums, amount) }),
        ...(quantity === undefined ? {} : { total_quantity: sumOf(sums, quantity) }),
      }));
      const body: TopDto = { field, metric, data };
      return { body, excluded: undated + without.rows + flawedIn(groups) };
    },
  };
}
