import { byRank, percentages } from '@tributary/common';
import { type DistributionDto } from './dto/analytics.dto';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { type QueryDefinition } from './analytics-query';
import { refuseField } from './aggregated-sums';

/** How rows are spread over the values of a field, the most frequent first. */
export function distribution(type: SheetTypeStrategy, field: string): QueryDefinition {
  refuseField(type, 'Distribution', type.distributionFields, field);
  return {
    groupBy: { field },
    parameters: { field },
    respond: ({ groups, without, undated }) => {
      const ranked = [...groups].map(([value, { rows }]) => ({ value, rank: rows })).sort(byRank);
      const shares = percentages(ranked.map(({ rank }) => rank));
      const data = ranked.map(({ value, rank: count }, at) => ({
        value,
        count,
        percentage: shares[at] ?? 0,
      }));
      const body: DistributionDto = { field, data };
      return { body, excluded: undated + without.rows };
    },
  };
}
