/**
 * What analytics show of a connection: which rows, what they mean, and which roll-ups cover them.
 * One document, so that all of it changes at once.
 */
export interface AnalyticsSnapshot {
  readonly connection_id: string;
  readonly user_id: string;
  /** The shape of the rows. */
  readonly generation: number;
  /** The sheet type that the metrics of the rows were read for. */
  readonly sheet_type: string;
  readonly facts_edition: number;
  /** The spreadsheet's, as of the last sync. */
  readonly time_zone: string;
  /** Grows whenever responses may change. */
  readonly version: number;
  /** The newest published version of roll-ups, and the oldest one that is still valid. */
  readonly edition: number;
  readonly base_edition: number;
  /** Whether the roll-ups match the rows as of the end of the last sync. */
  readonly is_rolled_up: boolean;
  /** The run that changes rows right now, or died while it did. */
  readonly writing_run: string | null;
  /** When the last sync that succeeded began to read the sheet; null before there was one. */
  readonly as_of: Date | null;
}
