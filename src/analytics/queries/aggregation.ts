import { DomainError } from '@tributary/common';
import { addSums, noSums, type Sums } from '../rollups/sums';
import { type AggregatedValues } from './analytics-query';

/** The most distinct values of a query; each takes memory until the response is sent. */
const MOST_GROUPS = 500_000;

/** Adds sums up by group. */
export class Aggregation implements AggregatedValues {
  readonly groups = new Map<string, Sums>();
  readonly without: Sums;
  undated = 0;

  constructor(private readonly measures: readonly string[]) {
    this.without = noSums(measures);
  }

  /** Adds rows to a group; to those without one when it is null. */
  add(group: string | null, sums: Readonly<Sums>): void {
    addSums(group === null ? this.without : this.group(group), sums);
  }

  private group(name: string): Sums {
    let sums = this.groups.get(name);
    if (!sums) {
      if (this.groups.size >= MOST_GROUPS) throw new DomainError('TOO_MANY_VALUES');
      sums = noSums(this.measures);
      this.groups.set(name, sums);
    }
    return sums;
  }
}
