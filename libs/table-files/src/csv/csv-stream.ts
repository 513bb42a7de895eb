import { Readable } from 'node:stream';
import { RowReader } from '../row-reader';
import { type Table, type TableRow } from '../table';
import { textPieces } from '../text-pieces';
import { type WallClock } from '../wall-clock';
import { csvField } from './csv-field';

/** Without it Excel reads UTF-8 as the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table as CSV (RFC 4180), written while it is read. */
export function csvStream(table: Table, clock: WallClock): Readable {
  return Readable.from(csvText(table, clock), { objectMode: false });
}

async function* csvText(table: Table, clock: WallClock): AsyncGenerator<string, void, undefined> {
  const { columns } = table;
  const toLine = (row: TableRow): string => {
    const line = columns.map((_, index) => csvField(row[index], clock)).join(',');
    // Some readers skip an empty line.
    return `${line || '""'}\r\n`;
  };
  const rows = new RowReader(table);
  try {
    yield BYTE_ORDER_MARK + toLine(columns.map(({ name }) => name));
    while (await rows.hasMore()) yield* textPieces(rows.take(), toLine);
  } finally {
    await rows.close();
  }
}
