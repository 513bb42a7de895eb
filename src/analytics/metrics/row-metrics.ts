import { type RowAmounts } from '../sheet-types/sheet-type.strategy';
import { type Bucket } from './bucket';

/**
 * The metrics of a row, stored beside its data so that the store can search, sort and sum it. Raise
 * {@link METRICS_VERSION} with every change of their meaning: rows with older metrics are synced
 * again.
 */
export interface RowMetrics {
  readonly bucket: Bucket;
  /** The time of the row; null when its date cannot be read. */
  readonly at: Date | null;
  /** The fields that are read as numbers; null where that is not possible. */
  readonly amounts: RowAmounts;
  /** Whether a measure could not be read. */
  readonly flawed: boolean;
  /** The searched fields without case and accents, a line each. */
  readonly search: string;
}

/** The version of the metrics that this program writes and reads. */
export const METRICS_VERSION = 1;
