import { type RowReader } from '../row-reader';
import { type Table, type TableRow } from '../table';
import { textPieces } from '../text-pieces';
import { type WallClock } from '../wall-clock';
import { cellXml, headerXml } from './cell-xml';
import { columnLetters } from './column-letters';

/** So wide that a date and time fits: one that does not is shown as `########`. */
const COLUMN_WIDTH = 20;

const BEFORE_COLUMNS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetViews><sheetView workbookViewId="0">
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>
<selection pane="bottomLeft"/>
</sheetView></sheetViews>
`;

/** One sheet in pieces: the header and, of the rows that are left, as many as have room below it. */
export async function* sheetXml(
  { columns }: Table,
  rows: RowReader,
  mostRows: number,
  clock: WallClock,
): AsyncGenerator<string, void, undefined> {
  const letters = columns.map((_, index) => columnLetters(index));
  let count = 1;
  const toXml = (row: TableRow): string => {
    count += 1;
    const cells = letters.map((column, index) => cellXml(`${column}${count}`, row[index], clock));
    return `<row r="${count}">${cells.join('')}</row>`;
  };
  const header = columns.map(({ name }, index) => headerXml(`${letters[index]}1`, name));
  yield `${BEFORE_COLUMNS}${columnsXml(letters.length)}<sheetData><row r="1">${header.join('')}</row>`;
  while (count < mostRows && (await rows.hasMore())) {
    yield* textPieces(rows.take(mostRows - count), toXml);
  }
  yield '</sheetData></worksheet>';
}

function columnsXml(count: number): string {
  if (count === 0) return '';
  return `<cols><col min="1" max="${count}" width="${COLUMN_WIDTH}" customWidth="1"/></cols>`;
}
