import { type ErrorCode } from '@tributary/contracts';
import { type SeenAccount, type SeenLocation } from '../store/review-place';
import { type ObservedReview } from '../store/stored-review';

/** What the log of a job can say of a location that was listed. */
export interface LocationDone {
  readonly location: string;
  readonly listed: number;
  readonly expected: number | null;
  readonly missing: number | null;
  readonly complete: boolean;
  readonly reason: string | null;
  readonly error_code: ErrorCode | null;
}

/** An entry of the log of a job: what it found, in the order in which it found it. */
export type JobLogEntry =
  | { readonly type: 'account'; readonly data: SeenAccount }
  | { readonly type: 'location'; readonly data: SeenLocation & { readonly account: string } }
  | {
      readonly type: 'reviews';
      readonly data: {
        readonly location: string;
        /** Counted from 0, without gaps. */
        readonly chunk: number;
        /** At most 50, as this job saw them. */
        readonly reviews: readonly ObservedReview[];
      };
    }
  | { readonly type: 'location_done'; readonly data: LocationDone }
  | {
      readonly type: 'end';
      readonly data: { readonly status: string; readonly outcome: string | null };
    };

/** The type of an entry. */
export type JobLogType = JobLogEntry['type'];

/** An entry as it is read. */
export type ReadLogEntry = JobLogEntry & {
  /** Counted from 1, without gaps. */
  readonly seq: number;
  readonly at: Date;
};

/** What tells an entry from the others of its job: with the same key it is written once. */
export function logKeyOf(entry: JobLogEntry): string {
  switch (entry.type) {
    case 'account':
      return `${ACCOUNT_KEYS}/${entry.data.account}`;
    case 'location':
      return `${locationKeys(entry.data.account)}/${entry.data.location}`;
    case 'reviews':
      return chunkKey(entry.data.location, entry.data.chunk);
    case 'location_done':
      return `location_done/${entry.data.location}`;
    case 'end':
      return 'end';
  }
}

/** The key of a chunk of the reviews of a location; in the order of keys chunks are in their order. */
export function chunkKey(location: string, chunk: number): string {
  return `${chunkKeys(location)}/${String(chunk).padStart(8, '0')}`;
}

/** What the keys of all accounts begin with. */
export const ACCOUNT_KEYS = 'account';

/** What the keys of the locations of an account begin with; a location of two accounts has one for each. */
export function locationKeys(account: string): string {
  return `location/${account}`;
}

/** What the keys of the chunks of a location begin with. */
export function chunkKeys(location: string): string {
  return `reviews/${location}`;
}
