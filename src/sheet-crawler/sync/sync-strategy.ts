import { type SyncMode } from '../connections/sheet-connection';
import { type SyncSession } from './sync-session';

/** What a strategy is told beside the pass. */
export interface SyncOptions {
  /** Rows that vanished may be deleted, however many they are. */
  readonly acceptDeletions: boolean;
  /** The part of the stored rows that may be deleted otherwise. */
  readonly deleteLimit: number;
}

/** A way of keeping the stored rows of a connection like those of its sheet. */
export interface SyncStrategy {
  readonly kind: SyncMode;
  /** Reads what there is to read and stores it, moving the cursor behind what is stored. */
  sync(session: SyncSession, options: SyncOptions): Promise<void>;
}
