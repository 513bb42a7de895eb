import { type SyncMode } from '../connections/sheet-connection';
import { type SyncSession } from './sync-session';

/** The options of a sync, beside its session. */
export interface SyncOptions {
  /** Rows that vanished may be deleted, however many they are. */
  readonly acceptDeletions: boolean;
  /** The part of the stored rows that may be deleted otherwise. */
  readonly deleteLimit: number;
}

/** Keeps the stored rows of a connection consistent with its sheet. */
export interface SyncStrategy {
  readonly kind: SyncMode;
  /** Reads and stores rows, moving the cursor after what is stored. */
  sync(session: SyncSession, options: SyncOptions): Promise<void>;
}
