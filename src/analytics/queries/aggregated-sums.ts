import { toNumber } from '../metrics/amount';
import { type AggregatedValues } from './analytics-query';
import { addSums, noSums, type Sums } from '../rollups/sums';
import { type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { unsupported } from './query-range';

/** The sum of a measure. */
export function sumOf({ amounts }: Sums, measure: string): number {
  const sum = amounts[measure];
  return sum ? toNumber(sum) : 0;
}

/** What all rows add up to. */
export function totalOf({ groups, without }: AggregatedValues, measures: readonly string[]): Sums {
  const all = noSums(measures);
  for (const sums of groups.values()) addSums(all, sums);
  addSums(all, without);
  return all;
}

/** How many rows of groups have a measure that could not be read. */
export function flawedIn(groups: AggregatedValues['groups']): number {
  let flawed = 0;
  for (const sums of groups.values()) flawed += sums.flawed;
  return flawed;
}

/** Rejects a feature that the sheet type does not support, at all or for the field. */
export function refuseField(
  { kind }: SheetTypeStrategy,
  feature: string,
  fields: readonly string[],
  field: string,
): void {
  if (fields.length === 0) throw unsupported(`${feature} not supported for sheet type '${kind}'`);
  if (!fields.includes(field)) {
    throw unsupported(`Field '${field}' not supported for sheet type '${kind}'`);
  }
}
