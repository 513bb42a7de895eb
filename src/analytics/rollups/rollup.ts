import { type Bucket } from '../metrics/bucket';
import { type Sums } from './sums';

/** The rows of a bucket with one value in a field; null where it has none. */
export interface RolledValue extends Sums {
  readonly value: string | null;
}

/** What the rows of a bucket add up to, together and by the values of the fields that group them. */
export interface Rollup extends Sums {
  readonly bucket: Bucket;
  /** The first and the last moment of its rows; null for rows without one. */
  readonly first_at: Date | null;
  readonly last_at: Date | null;
  /** By field; null where there are too many values to keep, which are read from the rows instead. */
  readonly groups: Readonly<Record<string, readonly RolledValue[] | null>>;
}
