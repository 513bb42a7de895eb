import { type ErrorCode } from '@tributary/contracts';
import { type HeaderDrift } from '../mapping/header-drift';
import { type SyncReport } from './sync-report';

/** The state of the sync of a connection. */
export const SYNC_STATUSES = ['pending', 'syncing', 'success', 'failed'] as const;

/** One of {@link SYNC_STATUSES}. */
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** The state of the sync of a connection. */
export interface SyncState {
  readonly connection_id: string;
  readonly status: SyncStatus;
  readonly error_code: ErrorCode | null;
  readonly error_message: string | null;
  /** Shown until a sync finds all columns again. */
  readonly drift: HeaderDrift | null;
  /** The highest row that was processed. */
  readonly last_synced_row: number;
  readonly last_sync_time: Date | null;
  /** Rows that are stored of the shape that is being synced. */
  readonly total_rows_synced: number;
  /** The generation that readers see; null until there is one. */
  readonly generation: number | null;
  /**
   * The generation that the cursor belongs to; it differs while rows of a new generation are
   * written.
   */
  readonly building: number;
  /**
   * The newest generation that a sync was requested for; absent, or not above `building`, when none
   * is due.
   */
  readonly requested_generation?: number;
  /** The headers that the last sync found. */
  readonly headers: readonly string[];
  /** The report of the newest run; written together with the cursor, so the two never differ. */
  readonly report: SyncReport | null;
  /** When rows were last requested from Google. */
  readonly last_read_at: Date | null;
  /** The newest change that Drive reported. */
  readonly drive_modified_time: Date | null;
  /** The newest change that Drive had reported when rows were last requested from Google. */
  readonly read_modified_time: Date | null;
}
