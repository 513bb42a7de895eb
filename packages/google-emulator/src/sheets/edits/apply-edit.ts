import { compact, isRich, withContent, type Cell, type Content } from '../model/cell';
import { filledWidth } from '../model/rows';
import { sortArea } from '../model/sort-rows';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Dimension, type Tab } from '../model/tab';
import {
  editedArea,
  editedCell,
  editedColumn,
  editedRows,
  editedTab,
  wholeNumber,
} from './edit-arguments';
import { type EditOf, type SheetEdit } from './sheet-edit';
import { addTab, deleteTab, hideTab, moveTab, renameTab } from './tab-edits';

type Handlers = { readonly [K in SheetEdit['kind']]: (on: Spreadsheet, edit: EditOf<K>) => void };

const HANDLERS: Handlers = {
  set: (on, edit) => write(editedTab(on, edit.tab), editedCell(edit.cell), edit.rows, typed),
  recalculate: (on, edit) =>
    write(editedTab(on, edit.tab), editedCell(edit.cell), edit.rows, recalculated),
  append: (on, edit) => {
    const tab = editedTab(on, edit.tab);
    write(tab, { row: endOfContent(tab), column: 0 }, edit.rows, typed);
  },
  insertRows: (on, edit) => insert(on, edit.tab, 'ROWS', edit.row, edit.count),
  insertColumns: (on, edit) =>
    insert(on, edit.tab, 'COLUMNS', editedColumn(edit.column) + 1, edit.count),
  deleteRows: (on, edit) => remove(on, edit.tab, 'ROWS', edit.row, edit.count),
  deleteColumns: (on, edit) =>
    remove(on, edit.tab, 'COLUMNS', editedColumn(edit.column) + 1, edit.count),
  sort: (on, edit) => {
    const tab = editedTab(on, edit.tab);
    const startRow = wholeNumber(edit.headerRows ?? 1, 'headerRows', 0, tab.size('ROWS'));
    const key = { column: editedColumn(edit.column), descending: edit.descending ?? false };
    sortArea(tab, { ...tab.grid, startRow }, [key]);
  },
  renameTab: (on, edit) => renameTab(on, edit),
  addTab: (on, edit) => addTab(on, edit),
  deleteTab: (on, edit) => deleteTab(on, edit),
  hideTab: (on, edit) => hideTab(on, edit),
  moveTab: (on, edit) => moveTab(on, edit),
  resize: (on, edit) => {
    const tab = editedTab(on, edit.tab);
    const { rowCount, columnCount } = tab.properties;
    tab.resize(
      wholeNumber(edit.rowCount ?? rowCount, 'rowCount', 1, 10_000_000),
      wholeNumber(edit.columnCount ?? columnCount, 'columnCount', 1, 18_278),
    );
  },
  clear: (on, edit) => {
    const tab = editedTab(on, edit.tab);
    tab.clear(editedArea(tab, edit.range));
  },
  rename: (on, edit) => {
    if (typeof edit.title !== 'string' || edit.title === '') {
      throw new Error('Give the spreadsheet a title: { "kind": "rename", "title": "Sales" }.');
    }
    on.file.name = edit.title;
  },
  setTimeZone: (on, edit) => {
    if (typeof edit.timeZone !== 'string' || edit.timeZone === '') {
      throw new Error(
        'Name the time zone: { "kind": "setTimeZone", "timeZone": "Asia/Ho_Chi_Minh" }.',
      );
    }
    on.timeZone = edit.timeZone;
  },
};

/** Does one edit; throws an Error that says what to change when it cannot be done. */
export function applyEdit(spreadsheet: Spreadsheet, edit: SheetEdit): void {
  const kind = (edit as { kind?: unknown } | null)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(HANDLERS, kind)) {
    throw new Error(
      `${JSON.stringify(kind)} is no kind of edit. Use one of ${Object.keys(HANDLERS).join(', ')}.`,
    );
  }
  const handler = HANDLERS[edit.kind] as (on: Spreadsheet, edit: SheetEdit) => void;
  handler(spreadsheet, edit);
}

type Make = (before: Cell, given: Cell) => Cell;

function write(
  tab: Tab,
  { row, column }: { row: number; column: number },
  given: unknown,
  make: Make,
): void {
  const rows = editedRows(given);
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  tab.growTo(row + rows.length, column + width);
  rows.forEach((cells, down) => {
    const before = tab.rows.row(row + down);
    const after = Array.from(cells, (cell, right) =>
      cell === undefined ? undefined : (make(before[column + right], cell) ?? null),
    );
    if (after.length > 0) tab.write(row + down, column, after);
  });
}

/** What is typed keeps the format of the cell; a cell with a format of its own replaces all. */
function typed(before: Cell, given: Cell): Cell {
  return isRich(given) ? given : withContent(before, given as Content);
}

function recalculated(before: Cell, given: Cell): Cell {
  const result = isRich(given) ? given.value : (given as Content);
  return compact(isRich(before) ? { ...before, value: result } : { value: result });
}

function insert(
  on: Spreadsheet,
  title: string,
  dimension: Dimension,
  place: number,
  count?: number,
): void {
  const tab = editedTab(on, title);
  const at = wholeNumber(place, 'The place', 1, tab.size(dimension) + 1) - 1;
  on.insert(tab, dimension, at, wholeNumber(count ?? 1, 'count', 1, 1_000_000));
}

function remove(
  on: Spreadsheet,
  title: string,
  dimension: Dimension,
  place: number,
  count?: number,
): void {
  const tab = editedTab(on, title);
  const size = tab.size(dimension);
  const at = wholeNumber(place, 'The place', 1, size) - 1;
  // One has to stay: a tab without rows or columns does not exist.
  const most = Math.min(size - at, size - 1);
  on.remove(tab, dimension, at, wholeNumber(count ?? 1, 'count', 1, most));
}

function endOfContent(tab: Tab): number {
  let end = tab.rows.height;
  while (end > 0 && filledWidth(tab.rows.row(end - 1), 0, Infinity) === 0) end -= 1;
  return end;
}
