/**
 * What readers are shown of a connection: which rows, what they mean, and which roll-ups stand for
 * them. One document, so that all of it changes at once.
 */
export interface AnalyticsSnapshot {
  readonly connection_id: string;
  readonly user_id: string;
  /** The shape of the rows. */
  readonly generation: number;
  /** The type of the sheet that the facts of the rows are for. */
  readonly sheet_type: string;
  readonly facts_edition: number;
  /** The spreadsheet's, as of the last sync. */
  readonly time_zone: string;
  /** Grows whenever an answer may be another one than before. */
  readonly version: number;
  /** The newest roll-ups that are shown, and the oldest that still count. */
  readonly edition: number;
  readonly base_edition: number;
  /** Whether the roll-ups say what the rows did when the last sync ended. */
  readonly is_rolled_up: boolean;
  /** The run that changes rows right now, or died while it did. */
  readonly writing_run: string | null;
  /** When the last sync that succeeded began to read the sheet; null before there was one. */
  readonly as_of: Date | null;
}
