import { columnIndex, MAX_COLUMNS } from '../a1/columns';
import { parseA1 } from '../a1/parse-a1';
import { type CellArea } from '../definition';
import { checkCell } from '../model/check-cell';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { type EditRows } from './sheet-edit';

/** The tab of an edit, by its title. */
export function editedTab(spreadsheet: Spreadsheet, title: unknown): Tab {
  const tab = typeof title === 'string' ? spreadsheet.tabByTitle(title) : undefined;
  if (tab) return tab;
  const titles = spreadsheet.tabs.map(({ properties }) => JSON.stringify(properties.title));
  throw new Error(
    `There is no tab ${JSON.stringify(title)}. Name one of the tabs: ${titles.join(', ')}.`,
  );
}

/** The place of a cell such as `B2`, counted from 0. */
export function editedCell(cell: unknown): { row: number; column: number } {
  const range = typeof cell === 'string' && !cell.includes(':') ? parseA1(cell) : undefined;
  if (!range?.rows || !range.columns) {
    throw new Error(
      `${JSON.stringify(cell)} is no cell. Name the first cell to set, such as "B2".`,
    );
  }
  return { row: range.rows.start, column: range.columns.start };
}

/** The cells of a range such as `A2:C`, cut off at the end of the grid; all cells without one. */
export function editedArea(tab: Tab, text: unknown): CellArea {
  if (text === undefined) return tab.grid;
  const range = typeof text === 'string' ? parseA1(text) : undefined;
  if (!range) {
    throw new Error(`${JSON.stringify(text)} is no range. Name cells of the tab, such as "A2:C".`);
  }
  const { rowCount, columnCount } = tab.properties;
  return {
    startRow: range.rows?.start ?? 0,
    endRow: Math.min(range.rows?.end ?? rowCount, rowCount),
    startColumn: range.columns?.start ?? 0,
    endColumn: Math.min(range.columns?.end ?? columnCount, columnCount),
  };
}

/** The column of some letters, counted from 0. */
export function editedColumn(letters: unknown): number {
  if (typeof letters !== 'string' || !/^[A-Za-z]{1,3}$/.test(letters)) {
    throw new Error(
      `${JSON.stringify(letters)} is no column. Name it by its letters, such as "C".`,
    );
  }
  return columnIndex(letters);
}

/** A whole number of an edit. */
export function wholeNumber(value: unknown, name: string, least: number, most: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) {
    return value as number;
  }
  throw new Error(
    `${name} is ${JSON.stringify(value)}. Give a whole number from ${least} to ${most}.`,
  );
}

/** The rows of an edit, checked cell by cell. */
export function editedRows(rows: unknown): EditRows {
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) {
    throw new Error('rows must be a list of rows, each a list of cells: [["A1", 2], ["A2"]].');
  }
  for (const [index, row] of (rows as unknown[][]).entries()) {
    if (row.length > MAX_COLUMNS) throw new Error(`A row can have at most ${MAX_COLUMNS} cells.`);
    row.forEach((cell, column) => {
      if (cell !== undefined) checkCell(cell, `cell ${column + 1} of row ${index + 1}`);
    });
  }
  return rows as EditRows;
}
