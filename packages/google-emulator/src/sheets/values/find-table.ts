import { type CellArea } from '../definition';
import { isBlank } from '../model/cell';
import { type RowReader } from '../model/rows';

/**
 * The last table that has a cell in an area: cells with content which touch each other, as the
 * rectangle around them. Undefined when there is no content in the area.
 */
export function findTable(
  rows: RowReader,
  area: CellArea,
  columnCount: number,
): CellArea | undefined {
  for (let row = Math.min(area.endRow, rows.height) - 1; row >= area.startRow; row -= 1) {
    const column = firstFilled(rows, row, area.startColumn, area.endColumn);
    if (column !== undefined) return grow(rows, row, column, columnCount);
  }
  return tableAround(rows, area, columnCount);
}

/** An empty cell can be in a table too, between or below the others. */
function tableAround(rows: RowReader, area: CellArea, columnCount: number): CellArea | undefined {
  const { startRow, startColumn } = area;
  for (const [row, column] of around(startRow, startColumn)) {
    if (row < 0 || column < 0 || isBlank(rows.row(row)[column])) continue;
    const table = grow(rows, row, column, columnCount);
    const isInside =
      table.startRow <= startRow &&
      startRow < table.endRow &&
      table.startColumn <= startColumn &&
      startColumn < table.endColumn;
    if (isInside) return table;
  }
  return undefined;
}

function around(row: number, column: number): [number, number][] {
  return [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map((right): [number, number] => [row + down, column + right]),
  );
}

function grow(rows: RowReader, row: number, column: number, columnCount: number): CellArea {
  let table = { startRow: row, endRow: row + 1, startColumn: column, endColumn: column + 1 };
  for (;;) {
    const before = table;
    table = growSideways(rows, table, columnCount);
    const { startColumn, endColumn } = table;
    const from = Math.max(0, startColumn - 1);
    const to = Math.min(columnCount, endColumn + 1);
    let { startRow, endRow } = table;
    while (startRow > 0 && firstFilled(rows, startRow - 1, from, to) !== undefined) startRow -= 1;
    while (endRow < rows.height && firstFilled(rows, endRow, from, to) !== undefined) endRow += 1;
    table = { ...table, startRow, endRow };
    if (JSON.stringify(table) === JSON.stringify(before)) return table;
  }
}

function growSideways(rows: RowReader, table: CellArea, columnCount: number): CellArea {
  let { startColumn, endColumn } = table;
  const isFilled = (column: number): boolean => {
    const last = Math.min(table.endRow + 1, rows.height);
    for (let row = Math.max(0, table.startRow - 1); row < last; row += 1) {
      if (!isBlank(rows.row(row)[column])) return true;
    }
    return false;
  };
  while (startColumn > 0 && isFilled(startColumn - 1)) startColumn -= 1;
  while (endColumn < columnCount && isFilled(endColumn)) endColumn += 1;
  return { ...table, startColumn, endColumn };
}

function firstFilled(rows: RowReader, row: number, from: number, to: number): number | undefined {
  const cells = rows.row(row);
  for (let column = from; column < Math.min(to, cells.length); column += 1) {
    if (!isBlank(cells[column])) return column;
  }
  return undefined;
}
