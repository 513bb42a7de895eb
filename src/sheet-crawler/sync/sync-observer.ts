import { type SheetConnection } from '../connections/sheet-connection';
import {
  type ObservedSession,
  type SyncSessionObserver,
  type TypedConnection,
} from './sync-session-observer';

/**
 * Keeps derived data, such as analytics, consistent with the rows of sheets. The crawler knows nothing
 * of it: the feature that provides this class is called for every change, in order.
 */
export abstract class SyncObserver {
  /** What types a sheet can have. */
  abstract readonly sheetTypes: readonly string[];

  /** What a connection's rows are about: what its owner says, or else the name of its tab. */
  abstract typeOf(connection: TypedConnection): string;

  /** Whether stored rows can be gone on from; otherwise they have to be made anew. */
  abstract isCompatible(connection: SheetConnection): Promise<boolean>;

  /** Observes one session of a sync; undefined when the stored rows have to be rebuilt first. */
  abstract observe(session: ObservedSession): Promise<SyncSessionObserver | undefined>;

  /** A run has ended, whoever ended it, maybe without a word about the rows that it changed. */
  abstract ended(connectionId: string, runId: string): Promise<void>;

  /** What is asked of a connection may have other answers from now on. */
  abstract changed(connectionId: string): Promise<void>;

  /** A connection was deleted: what is asked of it has no answer from now on. Quick, however large it was. */
  abstract hide(connectionId: string): Promise<void>;

  /** Nothing that was kept of a connection is needed any more. */
  abstract forget(connectionId: string): Promise<void>;
}
