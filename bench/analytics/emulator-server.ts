import { GoogleEmulator, type NumberFormat } from '@tributary/google-emulator';
import { ACCOUNT } from '../google/emulator';
import { cellsOf, HEADERS, orderAt, SHOP } from './orders';
import { SHEET } from './sheet';

const MOMENT: NumberFormat = { type: 'DATE_TIME', pattern: 'dd/mm/yyyy hh:mm:ss' };
const CENTS: NumberFormat = { type: 'NUMBER', pattern: '#,##0.00' };
/** Somebody goes on filling it. */
const ROOM_BELOW = 10_000;

/** Google with a sheet of orders, and no quota: `node emulator-server.js <port>`. */
async function main(): Promise<void> {
  const emulator = await GoogleEmulator.start({ port: Number(process.argv[2]) });
  emulator.quotas.switchOff();
  const { id, tab, rows } = SHEET;
  const orders = {
    title: tab,
    rowCount: rows + 1 + ROOM_BELOW,
    columnCount: HEADERS.length,
    frozenRowCount: 1,
    columnFormats: [undefined, MOMENT, undefined, undefined, undefined, CENTS, CENTS],
    rows: {
      count: rows + 1,
      row: (index: number) => (index === 0 ? HEADERS : cellsOf(orderAt(index - 1, rows))),
    },
  };
  emulator.sheets.create({ id, title: 'Shop', ...SHOP, tabs: [orders] }, { readers: [ACCOUNT] });
}

void main();
