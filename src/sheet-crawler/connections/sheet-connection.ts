import {
  type ColumnMapping,
  type ConnectedColumn,
  type NamedColumn,
} from '../mapping/column-mapping';

/** How a sheet is kept in sync: only rows below the known ones, or everything that happens in it. */
export const SYNC_MODES = ['append', 'mirror'] as const;

/** One of {@link SYNC_MODES}. */
export type SyncMode = (typeof SYNC_MODES)[number];

/** What a connection reads, and how: what the owner chose. */
export interface ConnectionSettings {
  readonly sheet_name: string;
  readonly column_mappings: readonly ColumnMapping[];
  readonly header_row: number;
  readonly data_start_row: number;
  readonly sync_enabled: boolean;
  readonly sync_mode: SyncMode;
  /** What its rows are about; null when the name of the tab decides. */
  readonly sheet_type: string | null;
  /** In mirror mode the column whose values identify rows; without one their content does. */
  readonly key_column: string | null;
}

/** A tab of a spreadsheet that is kept in sync for a user. */
export interface SheetConnection extends ConnectionSettings {
  readonly id: string;
  readonly user_id: string;
  readonly sheet_id: string;
  readonly column_mappings: readonly ConnectedColumn[];
  readonly key: NamedColumn | null;
  /** The tab's number, by which it is found again when it was renamed. */
  readonly tab_id: number;
  /** The address of the service account that reads it. */
  readonly account: string;
  /**
   * Grows with every change of what stored rows look like; rows carry the generation that they were
   * written for.
   */
  readonly generation: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}
