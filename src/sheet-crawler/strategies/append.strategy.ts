import { Injectable } from '@nestjs/common';
import { storeAsRead } from '../sync/store-as-read';
import { type SyncPass } from '../sync/sync-pass';
import { type SyncStrategy } from './sync-strategy';

/** Takes the rows below those that it knows; what happens above them it does not see. */
@Injectable()
export class AppendStrategy implements SyncStrategy {
  readonly kind = 'append';

  async sync(pass: SyncPass): Promise<void> {
    const { connection, state } = pass;
    const fromRow = Math.max(connection.data_start_row, state.last_synced_row + 1);
    const sheet = await pass.open(fromRow, state.status === 'success');
    await storeAsRead(pass, sheet, state, ({ number }, { data, raw: raw_data }) => ({
      row_id: number,
      row_number: number,
      data,
      raw_data,
    }));
  }
}
