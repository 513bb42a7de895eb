import { type Bucket } from '../metrics/bucket';
import { type MetricFieldValue, toGroupValue } from '../metrics/metric-reader';
import { type RolledValue, type Rollup } from './rollup';
import { addSums, noSums, type Sums } from './sums';

/**
 * Roll-ups keep no more values of a field than this, nor more characters: a document has a maximum
 * size.
 */
const MOST_VALUES = 5_000;
const MOST_LETTERS = 500_000;

/** A roll-up that is being added up. */
export class RollupAccumulator {
  private readonly sums: Sums;
  private firstAt: Date | null = null;
  private lastAt: Date | null = null;
  private readonly groups = new Map<string, ValueSums | null>();

  constructor(
    private readonly bucket: Bucket,
    measures: readonly string[],
    fields: readonly string[],
  ) {
    this.sums = noSums(measures);
    for (const field of fields) this.groups.set(field, new ValueSums(measures));
  }

  /** Adds rows that have the same values in all fields. */
  add(
    values: Readonly<Record<string, MetricFieldValue>>,
    sums: Readonly<Sums>,
    first: Date | null,
    last: Date | null,
  ): void {
    addSums(this.sums, sums);
    if (first !== null && !(this.firstAt !== null && this.firstAt <= first)) this.firstAt = first;
    if (last !== null && !(this.lastAt !== null && this.lastAt >= last)) this.lastAt = last;
    for (const [field, group] of this.groups) {
      if (group && !group.add(toGroupValue(values[field]), sums)) this.groups.set(field, null);
    }
  }

  finish(): Rollup {
    return {
      bucket: this.bucket,
      ...this.sums,
      first_at: this.firstAt,
      last_at: this.lastAt,
      groups: Object.fromEntries(
        [...this.groups].map(([field, group]) => [field, group?.values() ?? null]),
      ),
    };
  }
}

/** Sums by the value of a field, for as many values as there is room for. */
class ValueSums {
  private readonly sums = new Map<string | null, Sums>();
  private letters = 0;

  constructor(private readonly measures: readonly string[]) {}

  /** False when there is no room any more. */
  add(value: string | null, more: Readonly<Sums>): boolean {
    let sums = this.sums.get(value);
    if (!sums) {
      this.letters += value?.length ?? 0;
      if (this.sums.size >= MOST_VALUES || this.letters > MOST_LETTERS) return false;
      sums = noSums(this.measures);
      this.sums.set(value, sums);
    }
    addSums(sums, more);
    return true;
  }

  values(): RolledValue[] {
    return [...this.sums].map(([value, sums]) => ({ value, ...sums }));
  }
}
