import { type CellArea, type RowSource, type TabDefinition } from '../definition';
import { MAX_COLUMNS } from '../a1/columns';
import { ArrayRows } from './array-rows';
import { withContent } from './cell';
import { checkFormat, checkRows } from './check-cell';
import { MAX_CELLS } from './spreadsheet';
import { SourceRows } from './source-rows';
import { Tab } from './tab';

/** The size of a tab of which nothing is said. */
export const DEFAULT_ROWS = 1000;
export const DEFAULT_COLUMNS = 26;

/** Makes a tab; throws an Error that says what to change when the definition makes no sense. */
export function tabFromDefinition(definition: TabDefinition, sheetId: number): Tab {
  const { title } = definition;
  const where = `the rows of the tab ${JSON.stringify(title)}`;
  checkTitle(title);
  const source = isSource(definition.rows) ? definition.rows : undefined;
  if (source) checkSource(source, where);
  const rows = source ? [] : checkRows(definition.rows ?? [], where);
  const height = source ? source.count : rows.length;
  const width = source
    ? source.count > 0
      ? source.row(0).length
      : 0
    : rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const rowCount = sizeOf(definition.rowCount, DEFAULT_ROWS, height, 'rowCount', title);
  // A very long tab gets no columns that it does not need: it would be over the limit of cells.
  const columns = rowCount * DEFAULT_COLUMNS > MAX_CELLS ? 1 : DEFAULT_COLUMNS;
  const columnCount = sizeOf(definition.columnCount, columns, width, 'columnCount', title);
  if (columnCount > MAX_COLUMNS) {
    throw new Error(`The tab ${JSON.stringify(title)} can have at most ${MAX_COLUMNS} columns.`);
  }
  const tab = new Tab(
    {
      sheetId,
      title,
      sheetType: definition.sheetType ?? 'GRID',
      hidden: definition.hidden ?? false,
      rowCount,
      columnCount,
      frozenRowCount: definition.frozenRowCount ?? 0,
      frozenColumnCount: 0,
      extra: {},
    },
    source ? new SourceRows(source) : new ArrayRows(rows.map((row) => row.slice())),
  );
  definition.columnFormats?.forEach((format, column) => {
    checkFormat(format, `column ${column + 1} of the tab ${JSON.stringify(title)}`);
  });
  tab.columnFormats = (definition.columnFormats ?? []).map((format) => format ?? undefined);
  definition.merges?.forEach((area) => mergeArea(tab, area));
  return tab;
}

/** Merges cells: all but the first lose their content. */
export function mergeArea(tab: Tab, area: CellArea): void {
  const isFirst = (row: number, column: number) =>
    row === area.startRow && column === area.startColumn;
  tab.change(tab.usedPart(area), (cell, row, column) =>
    isFirst(row, column) ? cell : withContent(cell, null),
  );
  tab.merges.push(area);
}

/** Refuses a title that no tab can have. */
export function checkTitle(title: unknown): asserts title is string {
  if (typeof title !== 'string' || title === '' || title.length > 100) {
    throw new Error('A tab needs a title of 1 to 100 characters: { "title": "Orders" }.');
  }
}

function isSource(rows: TabDefinition['rows']): rows is RowSource {
  return rows !== undefined && !Array.isArray(rows);
}

function checkSource(source: RowSource, where: string): void {
  if (typeof source.row !== 'function' || !Number.isSafeInteger(source.count) || source.count < 0) {
    throw new Error(
      `${where} must be a list of rows or a RowSource { count, row(index) }; a RowSource is a function and cannot come from another process.`,
    );
  }
}

function sizeOf(
  told: number | undefined,
  otherwise: number,
  needed: number,
  name: string,
  title: string,
): number {
  if (told === undefined) return Math.max(otherwise, needed);
  if (!Number.isSafeInteger(told) || told < Math.max(1, needed)) {
    throw new Error(
      `The ${name} of the tab ${JSON.stringify(title)} must be a whole number of at least ${Math.max(1, needed)}, which its rows need.`,
    );
  }
  return told;
}
