import { type Amount } from '../metrics/amount';
import { type TopMetric } from '../queries/metric-names';

/** What rows of a sheet add up to. */
export interface SheetTotals {
  readonly rows: number;
  /** The sums of the measures, over the rows in which each could be read. */
  readonly sums: Readonly<Record<string, { readonly count: number; readonly sum: number }>>;
  /** How many different values the field of {@link SheetTypeStrategy.distinctField} has. */
  readonly distinct: number;
}

/** How the values of a field are put in order. */
export type SortKind = 'text' | 'number' | 'date';

/**
 * How sheets of a type are analysed: what their fields mean, and what their summary contains. A new
 * type is a file like those beside this one, and a line in `strategies.ts`; a sheet whose tab has
 * the name of a type is of that type.
 */
export abstract class SheetTypeStrategy {
  /** The name of the type. It is stored: renaming one needs a migration. */
  abstract readonly kind: string;
  /** The date field; without one, queries by date are not supported. */
  readonly dateField: string | null = null;
  /** Fields that are summed. A row in which one cannot be read is counted as excluded. */
  readonly measures: readonly string[] = [];
  /** The measure of a time series; without one there is none. */
  readonly seriesMeasure: string | null = null;
  /** Fields by whose values rows can be counted. */
  readonly distributionFields: readonly string[] = [];
  /** Fields whose leading values can be queried. */
  readonly topFields: readonly string[] = [];
  /** The measures by which values can lead, beside their count. */
  readonly topMeasures: Readonly<Partial<Record<Exclude<TopMetric, 'count'>, string>>> = {};
  /** The field whose different values a summary counts. */
  readonly distinctField: string | null = null;
  abstract readonly searchFields: readonly string[];
  abstract readonly sortFields: Readonly<Record<string, SortKind>>;

  /** The summary, with exactly the fields of the type. */
  abstract summarize(totals: SheetTotals): Record<string, number>;
}

/** The fields that are read as numbers. */
export function numberFieldsOf({ measures, sortFields }: SheetTypeStrategy): string[] {
  const sorted = Object.keys(sortFields).filter((field) => sortFields[field] === 'number');
  return [...new Set([...measures, ...sorted])];
}

/** The fields by whose values rows are grouped. */
export function groupFieldsOf(type: SheetTypeStrategy): string[] {
  const { distributionFields, topFields, distinctField } = type;
  const distinct = distinctField === null ? [] : [distinctField];
  return [...new Set([...distributionFields, ...topFields, ...distinct])];
}

/** The numbers that were read in a row. */
export type RowAmounts = Readonly<Record<string, Amount | null>>;
