import { type SheetRow } from '@tributary/google';
import { type MappedRow } from '../mapping/row-mapper';
import { type StoredRow } from '../rows/stored-row';
import { RowIngestor } from './row-ingestor';
import { type SheetInReading } from './sheet-reader';
import { type SyncCursor } from './sync-checkpoint';
import { type SyncSession } from './sync-session';

/**
 * Stores the rows of a sheet while they are read, chunk by chunk, and moves the cursor after each
 * chunk.
 */
export async function writeIncrementally(
  session: SyncSession,
  { mapper, chunks, total }: SheetInReading,
  cursor: SyncCursor,
  toStored: (row: SheetRow, mapped: MappedRow) => StoredRow,
): Promise<void> {
  const { writer, checkpoint } = session;
  const ingestor = new RowIngestor(mapper);
  let { last_synced_row, total_rows_synced } = cursor;
  let done = 0;
  for await (const rows of chunks) {
    const stored: StoredRow[] = [];
    for (const row of rows) {
      const mapped = ingestor.map(row);
      if (mapped) stored.push(toStored(row, mapped));
    }
    const { inserted, changed } = await writer.store(stored);
    const report = ingestor.takeReport();
    report.counts.rows_inserted += inserted;
    report.counts.rows_updated += changed;
    last_synced_row = rows.at(-1)?.number ?? last_synced_row;
    total_rows_synced += report.counts.rows_written;
    await checkpoint.save({ last_synced_row, total_rows_synced }, report);
    done += rows.length;
    session.reportProgress(done, total);
  }
  await checkpoint.save({ last_synced_row, total_rows_synced }, ingestor.takeReport());
}
