import { Injectable } from '@nestjs/common';
import { writeIncrementally } from './write-incrementally';
import { type SyncSession } from './sync-session';
import { type SyncStrategy } from './sync-strategy';

/** Stores the rows below the known ones; changes above them are not noticed. */
@Injectable()
export class AppendStrategy implements SyncStrategy {
  readonly kind = 'append';

  async sync(session: SyncSession): Promise<void> {
    const { connection, state } = session;
    const fromRow = Math.max(connection.data_start_row, state.last_synced_row + 1);
    const sheet = await session.open(fromRow, state.status === 'success');
    await writeIncrementally(session, sheet, state, ({ number }, { data, raw: raw_data }) => ({
      row_id: number,
      row_number: number,
      data,
      raw_data,
    }));
  }
}
