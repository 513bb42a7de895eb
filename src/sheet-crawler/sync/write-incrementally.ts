import { type SheetRow } from '@tributary/google';
import { type MappedRow } from '../mapping/row-mapper';
import { type StoredRow } from '../rows/stored-row';
import { type SyncState } from '../state/sync-state';
import { type OpenSheet, type SyncSession } from './sync-session';

/**
 * Stores the rows of a sheet while they are read, chunk by chunk, and moves the cursor after each
 * chunk.
 */
export async function writeIncrementally(
  session: SyncSession,
  { ingestor, chunks, total }: OpenSheet,
  cursor: Pick<SyncState, 'last_synced_row' | 'total_rows_synced'>,
  toStored: (row: SheetRow, mapped: MappedRow) => StoredRow,
): Promise<void> {
  let { last_synced_row, total_rows_synced } = cursor;
  let done = 0;
  for await (const rows of chunks) {
    const stored: StoredRow[] = [];
    for (const row of rows) {
      const mapped = ingestor.map(row);
      if (mapped) stored.push(toStored(row, mapped));
    }
    const { inserted, changed } = await session.store(stored);
    const report = ingestor.takeReport();
    report.counts.rows_inserted += inserted;
    report.counts.rows_updated += changed;
    last_synced_row = rows.at(-1)?.number ?? last_synced_row;
    total_rows_synced += report.counts.rows_written;
    await session.checkpoint({ last_synced_row, total_rows_synced }, report);
    done += rows.length;
    session.reportProgress(done, total);
  }
  await session.checkpoint({ last_synced_row, total_rows_synced }, ingestor.takeReport());
}
