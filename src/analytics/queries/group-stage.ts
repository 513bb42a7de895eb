import { type MetricFieldValue } from '../metrics/metric-reader';
import { type Sums } from '../rollups/sums';

/** What the store returns for a group of rows. */
export interface GroupedRows {
  readonly _id: Readonly<Record<string, MetricFieldValue>>;
  readonly rows: number;
  readonly flawed: number;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
  readonly [sum: string]: unknown;
}

/** The stage that adds rows up by a key, and in it the sums of some measures. */
export function groupStage(key: object, measures: readonly string[]): object {
  const sums = measures.flatMap((field): [string, object][] => {
    const amount = `$facts.amounts.${field}`;
    return [
      // Null, and what is missing, is less than any number.
      [`${field}:count`, { $sum: { $cond: [{ $gt: [`${amount}.whole`, null] }, 1, 0] } }],
      [`${field}:whole`, { $sum: `${amount}.whole` }],
      [`${field}:millionths`, { $sum: `${amount}.millionths` }],
    ];
  });
  return {
    $group: {
      _id: key,
      rows: { $sum: 1 },
      flawed: { $sum: { $cond: ['$facts.flawed', 1, 0] } },
      first_at: { $min: '$facts.at' },
      last_at: { $max: '$facts.at' },
      ...Object.fromEntries(sums),
    },
  };
}

/** The sums of such a group. */
export function sumsOf(group: GroupedRows, measures: readonly string[]): Sums {
  const amounts = measures.map((field) => [
    field,
    {
      count: group[`${field}:count`] as number,
      whole: group[`${field}:whole`] as number,
      millionths: group[`${field}:millionths`] as number,
    },
  ]);
  const { rows, flawed } = group;
  return { rows, flawed, amounts: Object.fromEntries(amounts) as Sums['amounts'] };
}
