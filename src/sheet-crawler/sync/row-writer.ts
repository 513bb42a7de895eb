import { type ClaimedRun, type UpsertCounts } from '@tributary/pipeline';
import { type SheetConnection } from '../connections/sheet-connection';
import { type RowFingerprint, type SheetRowRepository } from '../rows/sheet-row.repository';
import { type RowSetKey, type StoredRow } from '../rows/stored-row';
import { type SheetInReading } from './sheet-reader';
import { type SyncObserver, type SyncSessionObserver } from './sync-observer';

/**
 * Thrown when a sync cannot continue from the stored rows: they have to be written again, as for a
 * new mapping.
 */
export class RowsOutdated extends Error {}

/**
 * Writes the rows of one generation under the fence of a run, and calls the observer before every
 * change.
 */
export class RowWriter {
  private readonly rowSet: RowSetKey;
  private observer: SyncSessionObserver | undefined;

  constructor(
    private readonly run: Pick<ClaimedRun, 'id' | 'fence'>,
    private readonly connection: SheetConnection,
    generation: number,
    private readonly rows: SheetRowRepository,
    private readonly observers: SyncObserver,
  ) {
    this.rowSet = { connection_id: connection.id, generation };
  }

  /** Calls the observer; nothing is written before. */
  async begin({ readAt, timeZone, mapper }: SheetInReading): Promise<void> {
    const { id: runId, fence } = this.run;
    this.observer = await this.observers.open({
      runId,
      fence,
      connection: this.connection,
      readAt,
      timeZone,
      texts: mapper.texts,
    });
    if (!this.observer) throw new RowsOutdated();
  }

  /** Stores rows; doing it twice changes nothing. */
  async store(rows: readonly StoredRow[]): Promise<UpsertCounts> {
    const metrics = await this.observed.beforeUpsert(rows);
    const known = rows.map((row, at) => ({ ...row, facts: metrics[at] ?? {} }));
    return this.rows.upsert(this.run.fence, this.rowSet, known, new Date());
  }

  /** Changes the row numbers of stored rows. */
  async move(moves: readonly Pick<StoredRow, 'row_id' | 'row_number'>[]): Promise<void> {
    await this.observed.beforeMove();
    await this.rows.move(this.run.fence, this.rowSet, moves);
  }

  /** Deletes stored rows. */
  async delete(rowIds: readonly number[]): Promise<void> {
    await this.observed.beforeDelete(rowIds);
    await this.rows.delete(this.run.fence, this.rowSet, rowIds);
  }

  /** The fingerprints of the stored rows, in the order of the sheet. */
  streamFingerprints(): AsyncIterable<RowFingerprint> {
    return this.rows.streamFingerprints(this.rowSet);
  }

  /** Stored rows by their ids. */
  find(rowIds: readonly number[]): Promise<Map<number, StoredRow>> {
    return this.rows.findByIds(this.rowSet, rowIds);
  }

  /** How many rows are stored of another generation. */
  count(generation: number): Promise<number> {
    return this.rows.count({ ...this.rowSet, generation });
  }

  /** Everything is stored. */
  commit(): Promise<void> {
    return this.observed.commit();
  }

  /** The session failed after it may have changed rows that readers see. */
  async abort(): Promise<void> {
    await this.observer?.abort();
  }

  /** Deletes the rows of earlier generations. */
  deleteReplaced(): Promise<void> {
    return this.rows.deleteBefore(this.run.fence, this.rowSet);
  }

  private get observed(): SyncSessionObserver {
    if (!this.observer) throw new Error('The sheet was not opened');
    return this.observer;
  }
}
