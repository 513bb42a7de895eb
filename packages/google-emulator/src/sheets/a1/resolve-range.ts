import { ApiError } from '../../http/api-error';
import { type CellArea } from '../definition';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { nameOpenRange, type OpenRange } from './open-range';
import { columnLetters } from './columns';
import { parseRangeText, type Cells } from './range-text';
import { quoteTitle } from './titles';

/** A range that was found: cells of one tab, none of them outside of its grid. */
export interface ResolvedRange {
  readonly tab: Tab;
  readonly area: CellArea;
}

/** Finds the cells that a range stands for; throws the API's errors when there are none. */
export function resolveRange(spreadsheet: Spreadsheet, text: string): ResolvedRange {
  const found = find(spreadsheet, text);
  if (!found || found.tab.properties.sheetType !== 'GRID') {
    throw new ApiError(400, 'INVALID_ARGUMENT', `Unable to parse range: ${text}`);
  }
  return { tab: found.tab, area: clamp(found.tab, found.cells) };
}

/** Cuts a range off at the end of the grid; one that begins outside of it is an error. */
export function clamp(tab: Tab, range: OpenRange): CellArea {
  const { rowCount, columnCount } = tab.properties;
  const rows = range.rows ?? { start: 0 };
  const columns = range.columns ?? { start: 0 };
  if (rows.start >= rowCount || columns.start >= columnCount) throw exceedsGrid(tab, range);
  return {
    startRow: rows.start,
    endRow: Math.min(rows.end ?? rowCount, rowCount),
    startColumn: columns.start,
    endColumn: Math.min(columns.end ?? columnCount, columnCount),
  };
}

/** The error about a range that is not within the grid of its tab. */
export function exceedsGrid(tab: Tab, range: OpenRange): ApiError {
  const { title, rowCount, columnCount } = tab.properties;
  const name = `${quoteTitle(title)}!${nameOpenRange(range)}`;
  return new ApiError(
    400,
    'INVALID_ARGUMENT',
    `Range (${name}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
  );
}

/** A found range as answers show it: `Sheet1!A1:D4`, and `Sheet1!A1` when it is one cell. */
export function renderRange({ tab, area }: ResolvedRange): string {
  const first = `${columnLetters(area.startColumn)}${area.startRow + 1}`;
  const last = `${columnLetters(area.endColumn - 1)}${area.endRow}`;
  const title = quoteTitle(tab.properties.title);
  return first === last ? `${title}!${first}` : `${title}!${first}:${last}`;
}

/** The range that an area is when nothing of it is left open. */
export function closedRange(area: CellArea): OpenRange {
  return {
    rows: { start: area.startRow, end: area.endRow },
    columns: { start: area.startColumn, end: area.endColumn },
  };
}

interface Found {
  readonly tab: Tab;
  readonly cells: OpenRange;
}

function find(spreadsheet: Spreadsheet, text: string): Found | undefined {
  const parsed = parseRangeText(text);
  switch (parsed.kind) {
    case 'tab':
      return whole(spreadsheet.tabByTitle(parsed.title));
    case 'in-tab': {
      const tab = spreadsheet.tabByTitle(parsed.title);
      return tab && within(spreadsheet, tab, parsed.cells);
    }
    case 'no-tab': {
      const [first] = spreadsheet.tabs;
      if (parsed.cells.kind === 'cells') return first && { tab: first, cells: parsed.cells.cells };
      const { name } = parsed.cells;
      return named(spreadsheet, name) ?? whole(spreadsheet.tabByTitle(name));
    }
  }
}

function within(spreadsheet: Spreadsheet, tab: Tab, cells: Cells): Found | undefined {
  if (cells.kind === 'cells') return { tab, cells: cells.cells };
  const found = named(spreadsheet, cells.name);
  return found?.tab === tab ? found : undefined;
}

function named(spreadsheet: Spreadsheet, name: string): Found | undefined {
  const range = spreadsheet.namedRange(name);
  const tab = range && spreadsheet.tabById(range.sheetId);
  return tab && range && { tab, cells: closedRange(range.area) };
}

function whole(tab: Tab | undefined): Found | undefined {
  return tab && { tab, cells: {} };
}
