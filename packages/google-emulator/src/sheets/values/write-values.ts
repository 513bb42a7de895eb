import { columnLetters } from '../a1/columns';
import {
  closedRange,
  exceedsGrid,
  renderRange,
  resolveRange,
  type ResolvedRange,
} from '../a1/resolve-range';
import { type CellArea } from '../definition';
import { cellAfterInput, checkedValues, type ValueInputOption } from '../input/cell-input';
import { MAX_CELLS, type Spreadsheet } from '../model/spreadsheet';
import { type Dimension, type Tab } from '../model/tab';
import { invalidArgument } from '../wire/errors';
import { findTable } from './find-table';

type Value = string | number | boolean | null;

/** Values that were checked and are about to be written from a cell on. */
export interface PlannedWrite {
  readonly tab: Tab;
  readonly row: number;
  readonly column: number;
  readonly rows: readonly (readonly Value[])[];
  /** The range of the answer. */
  readonly range: ResolvedRange;
}

/** Checks the values for a range; those that do not fit into it are refused. */
export function planUpdate(
  spreadsheet: Spreadsheet,
  rangeText: string,
  values: readonly unknown[],
  majorDimension: Dimension,
): PlannedWrite {
  const range = resolveRange(spreadsheet, rangeText);
  const rows = inRows(checkedValues(values), majorDimension);
  const plan = planAt(range.tab, range.area, rows);
  const isOneCell =
    range.area.endRow - range.area.startRow === 1 &&
    range.area.endColumn - range.area.startColumn === 1;
  if (!isOneCell) assertWithin(range, plan.range.area);
  const { rowCount, columnCount } = range.tab.properties;
  if (plan.range.area.endRow > rowCount || plan.range.area.endColumn > columnCount) {
    throw exceedsGrid(range.tab, closedRange(plan.range.area));
  }
  return plan;
}

/** Writes what was planned, and tells how much that was. */
export function writeValues(
  spreadsheet: Spreadsheet,
  plan: PlannedWrite,
  option: ValueInputOption,
): Record<string, unknown> {
  const { tab, row, column, rows } = plan;
  let written = 0;
  rows.forEach((values, down) => {
    if (values.length === 0) return;
    const before = tab.rows.row(row + down);
    const cells = values.map((value, right) => {
      const at = column + right;
      if (value !== null) written += 1;
      const format = tab.columnFormats[at];
      return cellAfterInput(before[at], value, option, spreadsheet.locale, format);
    });
    tab.write(row + down, column, cells);
  });
  const { area } = plan.range;
  return {
    spreadsheetId: spreadsheet.id,
    updatedRange: renderRange(plan.range),
    ...(rows.length > 0 && {
      updatedRows: area.endRow - area.startRow,
      updatedColumns: area.endColumn - area.startColumn,
      updatedCells: written,
    }),
  };
}

/** Where values are appended: behind the table that the range points at, or where it begins. */
export function planAppend(
  spreadsheet: Spreadsheet,
  rangeText: string,
  values: readonly unknown[],
  majorDimension: Dimension,
): PlannedWrite & { readonly table?: ResolvedRange } {
  const { tab, area } = resolveRange(spreadsheet, rangeText);
  const rows = inRows(checkedValues(values), majorDimension);
  const table = findTable(tab.rows.snapshot(), area, tab.properties.columnCount);
  const corner = table ? { ...table, startRow: table.endRow } : area;
  return { ...planAt(tab, corner, rows), ...(table && { table: { tab, area: table } }) };
}

/** Makes room for appended values: new rows, or only as much grid as is missing. */
export function makeRoom(spreadsheet: Spreadsheet, plan: PlannedWrite, insertRows: boolean): void {
  const { tab, range } = plan;
  const { area } = range;
  const { rowCount, columnCount } = tab.properties;
  const inserted = insertRows && area.startRow < rowCount ? plan.rows.length : 0;
  const rowsAfter = Math.max(rowCount + inserted, area.endRow);
  const columnsAfter = Math.max(columnCount, area.endColumn);
  assertRoom(spreadsheet, rowsAfter * columnsAfter - rowCount * columnCount);
  if (inserted > 0) spreadsheet.insert(tab, 'ROWS', area.startRow, inserted);
  tab.growTo(rowsAfter, columnsAfter);
}

/** Refuses to make a spreadsheet larger than it can be. */
export function assertRoom(spreadsheet: Spreadsheet, moreCells: number): void {
  if (moreCells > 0 && spreadsheet.cellCount + moreCells > MAX_CELLS) {
    throw invalidArgument(
      `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
    );
  }
}

function planAt(tab: Tab, corner: CellArea, rows: readonly (readonly Value[])[]): PlannedWrite {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const { startRow: row, startColumn: column } = corner;
  const area = {
    startRow: row,
    endRow: row + Math.max(1, rows.length),
    startColumn: column,
    endColumn: column + Math.max(1, width),
  };
  return { tab, row, column, rows, range: { tab, area } };
}

function assertWithin(range: ResolvedRange, written: CellArea): void {
  const requested = `Requested writing within range [${renderRange(range)}], but tried writing to`;
  if (written.endRow > range.area.endRow) {
    throw invalidArgument(`${requested} row [${range.area.endRow + 1}]`);
  }
  if (written.endColumn > range.area.endColumn) {
    throw invalidArgument(`${requested} column [${columnLetters(range.area.endColumn)}]`);
  }
}

function inRows(
  values: readonly (readonly Value[])[],
  majorDimension: Dimension,
): readonly (readonly Value[])[] {
  if (majorDimension === 'ROWS') return values;
  const height = values.reduce((tallest, column) => Math.max(tallest, column.length), 0);
  return Array.from({ length: height }, (_, row) => values.map((column) => column[row] ?? null));
}
