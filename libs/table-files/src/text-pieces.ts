import { type TableRow } from './table';

const PIECE_LENGTH = 65_536;

/** The text of rows in pieces, so that a large batch is never in memory as text as well. */
export function* textPieces(
  rows: readonly TableRow[],
  toText: (row: TableRow) => string,
): Generator<string, void, undefined> {
  let piece = '';
  for (const row of rows) {
    piece += toText(row);
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}
