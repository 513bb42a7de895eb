import { type RowAmounts } from '../sheet-types/sheet-type.strategy';
import { type Bucket } from './bucket';

/**
 * What analytics know of a row, stored beside its data so that it can be searched, sorted and added
 * up where it is. Raise {@link METRICS_VERSION} with every change of what is said here: rows with older
 * facts are made anew.
 */
export interface RowMetrics {
  readonly bucket: Bucket;
  /** When; null when it says no moment that can be understood. */
  readonly at: Date | null;
  /** The fields that are read as numbers; null where that is not possible. */
  readonly amounts: RowAmounts;
  /** Whether a measure could not be read. */
  readonly flawed: boolean;
  /** The searched fields without case and accents, a line each. */
  readonly search: string;
}

/** Which edition of the facts this program writes and understands. */
export const METRICS_VERSION = 1;
