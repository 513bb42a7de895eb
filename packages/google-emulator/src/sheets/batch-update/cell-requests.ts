import { type FieldMask } from '../../http/field-mask';
import { CELL_DATA } from '../grid/field-schemas';
import { cellAfterData } from '../input/cell-data-input';
import { type Cell } from '../model/cell';
import { type Spreadsheet } from '../model/spreadsheet';
import { usedWidth } from '../model/rows';
import { type Tab } from '../model/tab';
import { gridRangeOf } from '../a1/data-filters';
import { assertRoom } from '../values/write-values';
import { invalidArgument } from '../wire/errors';
import { RequestObject } from '../wire/request-object';
import { countOf, fieldsOf, sheetOf, type ChangeKind } from './change';

/** The requests that write cells with everything that is in them. */
export const CELL_REQUESTS: Readonly<Record<string, ChangeKind>> = {
  updateCells: {
    names: ['rows', 'fields', 'start', 'range'],
    run: (spreadsheet, request) => {
      const rows = rowsOf(request);
      const mask = fieldsOf(request, CELL_DATA);
      if (request.has('range')) updateRange(spreadsheet, request, rows, mask);
      else updateFrom(spreadsheet, request, rows, mask);
      return undefined;
    },
  },
  appendCells: {
    names: ['sheetId', 'rows', 'fields'],
    run: (spreadsheet, request) => {
      const tab = sheetOf(spreadsheet, request);
      const rows = rowsOf(request);
      const mask = fieldsOf(request, CELL_DATA);
      const row = endOfContent(tab);
      grow(spreadsheet, tab, row + rows.length, widest(rows));
      writeCellData(spreadsheet, tab, { row, column: 0 }, rows, mask);
      return undefined;
    },
  },
  repeatCell: {
    names: ['range', 'cell', 'fields'],
    run: (spreadsheet, request) => {
      const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
      const mask = fieldsOf(request, CELL_DATA);
      const path = `${request.path}.cell`;
      tab.change(area, (cell) =>
        cellAfterData(cell, request.raw('cell'), mask, spreadsheet.locale, path),
      );
      return undefined;
    },
  },
};

/** Writes rows of `CellData` from a corner on. */
export function writeCellData(
  spreadsheet: Spreadsheet,
  tab: Tab,
  corner: { readonly row: number; readonly column: number },
  rows: readonly (readonly unknown[])[],
  mask: FieldMask,
): void {
  rows.forEach((cells, down) => {
    const before = tab.rows.row(corner.row + down);
    const after = cells.map((data, right): Cell => {
      const path = `rows[${down}].values[${right}]`;
      const old = before[corner.column + right];
      return cellAfterData(old, data, mask, spreadsheet.locale, path) ?? null;
    });
    if (after.length > 0) tab.write(corner.row + down, corner.column, after);
  });
}

/** The lists of cells in a request's `rows` or `rowData`. */
export function rowsOf(request: RequestObject, name = 'rows'): (readonly unknown[])[] {
  return request
    .list(name)
    .map((row, at) =>
      RequestObject.of(row, `${request.path}.${name}[${at}]`, ['values']).list('values'),
    );
}

/** Cells of the range that the rows do not reach lose what the mask names. */
function updateRange(
  spreadsheet: Spreadsheet,
  request: RequestObject,
  rows: readonly (readonly unknown[])[],
  mask: FieldMask,
): void {
  const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
  if (rows.length > area.endRow - area.startRow) {
    throw invalidArgument('There are more rows than the range has.');
  }
  if (widest(rows) > area.endColumn - area.startColumn) {
    throw invalidArgument('There are more columns than the range has.');
  }
  const written = rows.length === 0 ? tab.usedPart(area) : area;
  tab.change(written, (cell, row, column) => {
    const data = rows[row - area.startRow]?.[column - area.startColumn];
    return cellAfterData(cell, data, mask, spreadsheet.locale, `${request.path}.rows`);
  });
}

function updateFrom(
  spreadsheet: Spreadsheet,
  request: RequestObject,
  rows: readonly (readonly unknown[])[],
  mask: FieldMask,
): void {
  const start = request.object('start', ['sheetId', 'rowIndex', 'columnIndex']);
  const tab = sheetOf(spreadsheet, start);
  const corner = { row: countOf(start, 'rowIndex'), column: countOf(start, 'columnIndex') };
  const { rowCount, columnCount } = tab.properties;
  if (corner.row + rows.length > rowCount) {
    throw invalidArgument(
      `Attempting to write row: ${rowCount}, beyond the last requested row of: ${rowCount - 1}`,
    );
  }
  if (corner.column + widest(rows) > columnCount) {
    throw invalidArgument(
      `Attempting to write column: ${columnCount}, beyond the last requested column of: ${columnCount - 1}`,
    );
  }
  writeCellData(spreadsheet, tab, corner, rows, mask);
}

/** The row behind the last one in which there is anything. */
function endOfContent(tab: Tab): number {
  let end = tab.rows.height;
  while (end > 0 && usedWidth(tab.rows.row(end - 1), 0, Infinity) === 0) end -= 1;
  return end;
}

function grow(spreadsheet: Spreadsheet, tab: Tab, rows: number, columns: number): void {
  const { rowCount, columnCount } = tab.properties;
  const after = Math.max(rows, rowCount) * Math.max(columns, columnCount);
  assertRoom(spreadsheet, after - rowCount * columnCount);
  tab.growTo(rows, columns);
}

function widest(rows: readonly (readonly unknown[])[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}
