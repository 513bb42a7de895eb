import { type SheetConnection } from '../connections/sheet-connection';
import {
  type ObservedSession,
  type SyncSessionObserver,
  type TypedConnection,
} from './sync-session-observer';

/**
 * Keeps derived data, such as analytics, consistent with the rows of sheets. The crawler does not
 * know the feature that provides this class, and calls it for every change, in order.
 */
export abstract class SyncObserver {
  /** What types a sheet can have. */
  abstract readonly sheetTypes: readonly string[];

  /** What a connection's rows are about: chosen by its owner, or else by the name of its tab. */
  abstract typeOf(connection: TypedConnection): string;

  /** Whether a sync may continue from the stored rows; otherwise they have to be written again. */
  abstract isCompatible(connection: SheetConnection): Promise<boolean>;

  /** Observes one session of a sync; undefined when the stored rows have to be rebuilt first. */
  abstract observe(session: ObservedSession): Promise<SyncSessionObserver | undefined>;

  /** A run has ended, maybe without a commit of the rows that it changed. */
  abstract ended(connectionId: string, runId: string): Promise<void>;

  /** The settings of a connection changed, so query results may change. */
  abstract changed(connectionId: string): Promise<void>;

  /** A connection was deleted: queries on it fail from now on. Fast, however large it was. */
  abstract hide(connectionId: string): Promise<void>;

  /** Deletes everything that is derived from the rows of a connection. */
  abstract forget(connectionId: string): Promise<void>;
}
