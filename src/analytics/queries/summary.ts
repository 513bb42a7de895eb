import { toNumber } from '../metrics/amount';
import { type SheetTotals, type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { type QueryDefinition } from './analytics-query';
import { totalOf } from './aggregated-sums';

/** The summary of a sheet, in the words of its type. */
export function summary(type: SheetTypeStrategy): QueryDefinition {
  const groupBy = type.distinctField === null ? null : { field: type.distinctField };
  return {
    groupBy,
    parameters: {},
    respond: (values) => {
      const { rows, flawed, amounts } = totalOf(values, type.measures);
      const sums = Object.entries(amounts).map(([field, sum]) => [
        field,
        { count: sum.count, sum: toNumber(sum) },
      ]);
      const body = type.summarize({
        rows,
        sums: Object.fromEntries(sums) as SheetTotals['sums'],
        distinct: groupBy === null ? 0 : values.groups.size,
      });
      return { body, excluded: values.undated + flawed };
    },
  };
}
