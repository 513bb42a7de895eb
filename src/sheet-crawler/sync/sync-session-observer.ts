import { type Fence } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { type StoredRow } from '../rows/stored-row';

/** What a connection's rows are about. */
export type TypedConnection = Pick<SheetConnection, 'sheet_name' | 'sheet_type'>;

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

/** Called before every change of rows, and at the end, when readers may see them. */
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

/** What an observer stores beside a row; the crawler does not read it. */
export type ObservedMetrics = object;
