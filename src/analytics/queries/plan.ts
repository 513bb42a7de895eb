import { type CacheParameter } from '../cache/cache-key';
import { type Question, type AggregatedValues } from './question';

/** How something is asked about the rows of a sheet, and what is made of what they add up to. */
export interface Plan {
  readonly by: Question['by'];
  /** What the answer depends on, beside days and data. */
  readonly parameters: Readonly<Record<string, CacheParameter>>;
  answer(tallied: AggregatedValues): {
    readonly body: object;
    /** Rows that could not be used. */
    readonly excluded: number;
  };
}
