import { type Fence } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { type ObservedMetrics, type StoredRow } from '../rows/stored-row';

/** A session of a sync that is about to change rows. */
export interface ObservedSession {
  readonly runId: string;
  readonly fence: Fence;
  readonly connection: SheetConnection;
  /** When the rows that are about to be stored were requested. */
  readonly readAt: Date;
  /** The time zone of the spreadsheet, as its owner set it. */
  readonly timeZone: string;
  /** Reads texts as the people of the spreadsheet write them. */
  readonly texts: {
    number(text: string): number | undefined;
    date(text: string): Date | undefined;
  };
}

/**
 * Observes one session: called before every change of rows, and at the end once, with `commit` or
 * `abort`. A session that died calls neither; {@link SyncObserver.ended} follows.
 */
export interface SyncSessionObserver {
  /** What is to be stored beside each row. */
  beforeUpsert(rows: readonly Pick<StoredRow, 'row_id' | 'data'>[]): Promise<ObservedMetrics[]>;
  beforeMove(): Promise<void>;
  beforeDelete(rowIds: readonly number[]): Promise<void>;
  /** The rows are those of the sheet, in the shape of the connection: readers see them from now on. */
  commit(): Promise<void>;
  /**
   * The sync failed: readers see the rows that it changed, although they may not match the sheet.
   */
  abort(): Promise<void>;
}

/**
 * Keeps derived data, such as analytics, consistent with the rows of sheets. The crawler does not
 * know the feature that provides this class. For each sync it calls `open`, then what that returns,
 * then `ended`; for a connection `changed`, and `deleted` at last.
 */
export abstract class SyncObserver {
  /**
   * A session begins; undefined when it cannot continue from the stored rows, which have to be
   * written again first, as a new generation.
   */
  abstract open(session: ObservedSession): Promise<SyncSessionObserver | undefined>;

  /** A run has ended, maybe without a commit of the rows that it changed. */
  abstract ended(connectionId: string, runId: string): Promise<void>;

  /** The owner changed or deleted a connection: query results from before do not hold any more. */
  abstract changed(connectionId: string): Promise<void>;

  /** A connection is being deleted: deletes everything that is derived from its rows. */
  abstract deleted(connectionId: string): Promise<void>;
}
