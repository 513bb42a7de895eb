import { Injectable } from '@nestjs/common';
import { type SheetRow } from '@tributary/google';
import { type StoredRow } from '../model/stored-row';
import { type RowDesk } from '../sync/row-desk';
import { type SyncPass } from '../sync/sync-pass';
import { type SyncStrategy } from './sync-strategy';

/** Takes the rows below those that it knows; what happens above them it does not see. */
@Injectable()
export class AppendStrategy implements SyncStrategy {
  readonly kind = 'append';

  async sync(pass: SyncPass): Promise<void> {
    const { connection, state } = pass;
    let { last_synced_row, total_rows_synced } = state;
    const fromRow = Math.max(connection.data_start_row, last_synced_row + 1);
    const { desk, chunks, total } = await pass.open(fromRow, state.status === 'success');
    let done = 0;
    for await (const rows of chunks) {
      const { inserted, changed } = await pass.store(rows.flatMap((row) => stored(desk, row)));
      const report = desk.hand();
      report.counts.rows_inserted += inserted;
      report.counts.rows_updated += changed;
      last_synced_row = rows.at(-1)?.number ?? last_synced_row;
      total_rows_synced += report.counts.rows_written;
      await pass.advance({ last_synced_row, total_rows_synced }, report);
      done += rows.length;
      pass.tell(done, total);
    }
    await pass.advance({ last_synced_row, total_rows_synced }, desk.hand());
  }
}

function stored(desk: RowDesk, row: SheetRow): StoredRow[] {
  const mapped = desk.accept(row);
  if (!mapped) return [];
  const { number } = row;
  return [{ row_id: number, row_number: number, data: mapped.data, raw_data: mapped.raw }];
}
