import { addReviews, noReviews, type ReviewSums } from '../rollups/review-sums';

/** Adds reviews up by group. */
export class ReviewAggregation {
  readonly groups = new Map<string, ReviewSums>();

  add(group: string, sums: Readonly<ReviewSums>): void {
    addReviews(this.group(group), sums);
  }

  /** The sums of a group, to be added to. */
  group(name: string): ReviewSums {
    const known = this.groups.get(name);
    if (known) return known;
    const sums = noReviews();
    this.groups.set(name, sums);
    return sums;
  }

  /** What all groups add up to. */
  total(): ReviewSums {
    const all = noReviews();
    for (const sums of this.groups.values()) addReviews(all, sums);
    return all;
  }
}
