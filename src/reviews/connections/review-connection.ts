import { type ErrorCode } from '@tributary/contracts';

/** How a connection is. */
export const REVIEW_CONNECTION_STATUSES = [
  'active',
  /** Google does not let us act for the account any more: it has to be connected again. */
  'revoked',
  /** Its last sync failed. */
  'error',
] as const;

/** One of {@link REVIEW_CONNECTION_STATUSES}. */
export type ReviewConnectionStatus = (typeof REVIEW_CONNECTION_STATUSES)[number];

/** A Google account that a user connected, so that its reviews are synced from then on. */
export interface ReviewConnection {
  readonly id: string;
  readonly user_id: string;
  /** The permanent id of the Google user. */
  readonly google_user_id: string;
  readonly email: string | null;
  /** Opens for this user and this Google user only. */
  readonly refresh_token_sealed: string;
  /** Whether scheduled syncs include it. */
  readonly enabled: boolean;
  readonly status: ReviewConnectionStatus;
  readonly error_code: ErrorCode | null;
  readonly error_message: string | null;
  /** When a sync last succeeded. */
  readonly last_sync_at: Date | null;
  /** The sync that did. */
  readonly last_sync_run_id: string | null;
  /** When the last listing of all its locations began. */
  readonly last_full_sync_at: Date | null;
  /** The job that did that, which knows the locations. */
  readonly full_job_id: string | null;
  /** Locations that cannot be read since then, and fail whatever they are read with. */
  readonly unreadable_locations: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Who a connection is of. */
export type ConnectionKey = Pick<ReviewConnection, 'user_id' | 'google_user_id'>;
