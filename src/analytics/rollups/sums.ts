import { addAmount, type AmountSum, noAmount } from '../metrics/amount';

/** What rows add up to. */
export interface Sums {
  rows: number;
  /** Rows in which a measure could not be read. */
  flawed: number;
  /** By measure. */
  amounts: Record<string, AmountSum>;
}

/** The sums of no rows. */
export function noSums(measures: readonly string[]): Sums {
  const amounts = Object.fromEntries(measures.map((field) => [field, noAmount()]));
  return { rows: 0, flawed: 0, amounts };
}

/** Adds sums of other rows. */
export function addSums(sums: Sums, more: Readonly<Sums>): void {
  sums.rows += more.rows;
  sums.flawed += more.flawed;
  for (const [field, amount] of Object.entries(sums.amounts)) {
    const other = more.amounts[field];
    if (other) addAmount(amount, other);
  }
}
