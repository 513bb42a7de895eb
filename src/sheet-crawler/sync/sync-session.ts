import { DomainError } from '@tributary/common';
import { type ClaimedRun } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { HeadersDrifted } from '../mapping/resolve-columns';
import { excessiveDeletionMessage } from './deletion-guard';
import { type RowWriter } from './row-writer';
import { type SheetInReading, type SheetReader } from './sheet-reader';
import { type ReportedState, type SyncCheckpoint } from './sync-checkpoint';

/** A run, as far as a session of it needs to know it. */
export type SessionRun = Pick<ClaimedRun, 'id' | 'fence' | 'signal' | 'progress'>;

/** One pass of a sync over a sheet: opens the reader, and ends the writer and the checkpoint. */
export class SyncSession {
  private headers: readonly string[];

  constructor(
    private readonly run: SessionRun,
    readonly connection: SheetConnection,
    /** As it was when the session began. */
    readonly state: ReportedState,
    private readonly reader: SheetReader,
    readonly writer: RowWriter,
    readonly checkpoint: SyncCheckpoint,
  ) {
    this.headers = state.headers;
  }

  /** Opens the sheet at a row; HEADER_DRIFT when a mapped column is gone. `tail` expects few rows. */
  async open(fromRow: number, tail: boolean): Promise<SheetInReading> {
    const sheet = await this.read(fromRow, tail);
    this.headers = sheet.headers;
    this.checkpoint.countRequests(sheet.requests);
    await this.writer.begin(sheet);
    return sheet;
  }

  /** Publishes the progress to the owner. */
  reportProgress(done: number, total: number | null, note?: string): void {
    this.run.progress({ done, total, ...(note === undefined ? {} : { note }) });
  }

  /**
   * Everything is stored: publishes it to readers, and deletes what it replaced. Returns the state
   * afterwards.
   */
  async finish(acceptDeletions: boolean): Promise<ReportedState> {
    if (!acceptDeletions) await this.refuseToEmpty();
    await this.writer.commit();
    await this.checkpoint.publish(this.headers);
    await this.writer.deleteReplaced();
    return this.checkpoint.current();
  }

  /** Ends the session early: commits the changes that readers see already. */
  async abort(): Promise<void> {
    if (this.state.generation === this.state.building) await this.writer.abort();
  }

  private async read(fromRow: number, tail: boolean): Promise<SheetInReading> {
    try {
      const start = { fromRow, tail, oldHeaders: this.state.headers };
      return await this.reader.open(this.run, this.connection, start);
    } catch (error) {
      if (error instanceof HeadersDrifted) await this.checkpoint.recordDrift(error.drift);
      throw error;
    }
  }

  /**
   * Rows of the old generation are not replaced by an empty sheet: it may be in the middle of a
   * rewrite.
   */
  private async refuseToEmpty(): Promise<void> {
    const { generation, building } = this.state;
    if (this.checkpoint.storedRows > 0 || generation === null || generation === building) return;
    const stored = await this.writer.count(generation);
    const problem = excessiveDeletionMessage({ stored, vanishing: stored, read: 0, share: 0 });
    if (problem !== undefined) throw new DomainError('ROWS_WOULD_VANISH', { detail: problem });
  }
}
