import { toNumber } from '../metrics/amount';
import { type SheetTotals, type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { type Plan } from './plan';
import { totalOf } from './aggregated-sums';

/** The summary of a sheet, in the words of its type. */
export function summary(type: SheetTypeStrategy): Plan {
  const by = type.distinctField === null ? null : { field: type.distinctField };
  return {
    by,
    parameters: {},
    answer: (tallied) => {
      const { rows, flawed, amounts } = totalOf(tallied, type.measures);
      const sums = Object.entries(amounts).map(([field, sum]) => [
        field,
        { count: sum.count, sum: toNumber(sum) },
      ]);
      const body = type.summarize({
        rows,
        sums: Object.fromEntries(sums) as SheetTotals['sums'],
        distinct: by === null ? 0 : tallied.groups.size,
      });
      return { body, excluded: tallied.undated + flawed };
    },
  };
}
