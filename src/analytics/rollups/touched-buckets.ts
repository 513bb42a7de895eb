import { type Bucket } from '../metrics/bucket';

/** With more touched buckets than this, all of them are rebuilt. */
const MOST_TOUCHED = 20_000;

/** Remembers which buckets the changes of a sync session touch, as long as they are few enough. */
export class TouchedBuckets {
  private readonly touched = new Set<Bucket>();
  private storedRows = 0;

  /** With `isAll`, earlier changes are unknown, so every bucket counts as touched. */
  constructor(private isAll: boolean) {}

  /** Whether every bucket has to be rebuilt. */
  get all(): boolean {
    return this.isAll;
  }

  get buckets(): readonly Bucket[] {
    return [...this.touched];
  }

  add(bucket: Bucket): void {
    if (this.touched.size < MOST_TOUCHED) this.touched.add(bucket);
    else this.isAll = true;
  }

  /** Counts rows that were stored after their buckets were added. */
  countStored(rows: number): void {
    this.storedRows += rows;
  }

  /** Whether these are the buckets of all rows, given how many rows there are. */
  isComplete(rows: number): boolean {
    return this.touched.size < MOST_TOUCHED && this.storedRows === rows;
  }
}
