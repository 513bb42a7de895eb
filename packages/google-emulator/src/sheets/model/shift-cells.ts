import { type CellArea } from '../definition';
import { type Cell } from './cell';
import { type Row } from './rows';
import { type Dimension, type Tab } from './tab';

/** Makes room for an area: what stands there and behind it moves down or to the right. */
export function insertCells(tab: Tab, area: CellArea, dimension: Dimension): void {
  const rows = tab.movable();
  const height = area.endRow - area.startRow;
  const width = area.endColumn - area.startColumn;
  if (dimension === 'COLUMNS') {
    for (let row = area.startRow; row < Math.min(area.endRow, rows.height); row += 1) {
      const cells = rows.row(row);
      if (cells.length <= area.startColumn) continue;
      const [before, after] = [cells.slice(0, area.startColumn), cells.slice(area.startColumn)];
      rows.replace(row, [...before, ...blanks(width), ...after]);
      tab.growTo(0, cells.length + width);
    }
    return;
  }
  for (let row = rows.height - 1; row >= area.startRow; row -= 1) {
    tab.write(row + height, area.startColumn, part(rows.row(row), area));
  }
  tab.growTo(rows.height, 0);
  for (let row = area.startRow; row < Math.min(area.endRow, rows.height); row += 1) {
    tab.write(row, area.startColumn, blanks(width));
  }
}

/** Takes an area away: what is behind it moves up or to the left. */
export function deleteCells(tab: Tab, area: CellArea, dimension: Dimension): void {
  const rows = tab.movable();
  const height = area.endRow - area.startRow;
  if (dimension === 'COLUMNS') {
    for (let row = area.startRow; row < Math.min(area.endRow, rows.height); row += 1) {
      const cells = rows.row(row);
      rows.replace(row, [...cells.slice(0, area.startColumn), ...cells.slice(area.endColumn)]);
    }
    return;
  }
  const end = rows.height;
  for (let row = area.startRow; row < end; row += 1) {
    tab.write(row, area.startColumn, part(rows.row(row + height), area));
  }
}

function part(row: Row, { startColumn, endColumn }: CellArea): Cell[] {
  return Array.from(
    { length: endColumn - startColumn },
    (_, offset) => row[startColumn + offset] ?? null,
  );
}

function blanks(count: number): Cell[] {
  return Array<Cell>(count).fill(null);
}
