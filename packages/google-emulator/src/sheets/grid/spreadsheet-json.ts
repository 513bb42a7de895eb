import { type FieldMask } from '../../http/field-mask';
import { type ResolvedRange } from '../a1/resolve-range';
import { type CellArea } from '../definition';
import { type NamedRange, type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { DEFAULT_FORMAT, DEFAULT_THEME } from './default-format';
import { gridData } from './grid-data';

/** Which parts of a spreadsheet are wanted. */
export interface SpreadsheetView {
  readonly mask: FieldMask;
  readonly withGridData: boolean;
  /** Only the tabs of these ranges, and of their cells only these; left out: everything. */
  readonly ranges?: readonly ResolvedRange[];
}

/** A `Spreadsheet` resource. */
export function spreadsheetJson(
  spreadsheet: Spreadsheet,
  view: SpreadsheetView,
): Record<string, unknown> {
  const { mask } = view;
  const sheetMask = mask.child('sheets');
  const tabs = spreadsheet.tabs.filter(
    (tab) => view.ranges?.some((range) => range.tab === tab) ?? true,
  );
  return {
    ...picked(mask, {
      spreadsheetId: spreadsheet.id,
      properties: propertiesJson(spreadsheet),
    }),
    ...(sheetMask && {
      sheets: tabs.map((tab) => sheetJson(spreadsheet, tab, sheetMask, view)),
    }),
    ...picked(mask, {
      ...(spreadsheet.namedRanges.length > 0 && {
        namedRanges: spreadsheet.namedRanges.map(namedRangeJson),
      }),
      spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${spreadsheet.id}/edit`,
    }),
  };
}

/** How many rows of cells such an answer can have, to know whether it is a large one. */
export function rowsInView(spreadsheet: Spreadsheet, view: SpreadsheetView): number {
  if (!view.withGridData) return 0;
  const ranges = view.ranges ?? spreadsheet.tabs.map((tab) => ({ tab, area: tab.grid }));
  return ranges.reduce((sum, { area }) => sum + area.endRow - area.startRow, 0);
}

function sheetJson(
  spreadsheet: Spreadsheet,
  tab: Tab,
  mask: FieldMask,
  { withGridData, ranges }: SpreadsheetView,
): Record<string, unknown> {
  const isGrid = tab.properties.sheetType === 'GRID';
  const dataMask = withGridData && isGrid ? mask.child('data') : undefined;
  const areas = ranges?.flatMap((range) => (range.tab === tab ? [range.area] : [])) ?? [tab.grid];
  const { sheetId } = tab.properties;
  return {
    ...picked(mask, { properties: tabPropertiesJson(spreadsheet, tab) }),
    ...(dataMask && { data: areas.map((area) => gridData(spreadsheet, tab, area, dataMask)) }),
    ...(tab.merges.length > 0 &&
      picked(mask, { merges: tab.merges.map((area) => gridRangeJson(sheetId, area)) })),
  };
}

function picked(mask: FieldMask, members: Record<string, unknown>): object {
  return mask.apply(members) as object;
}

function propertiesJson(spreadsheet: Spreadsheet): Record<string, unknown> {
  return {
    title: spreadsheet.title,
    locale: spreadsheet.locale,
    autoRecalc: 'ON_CHANGE',
    timeZone: spreadsheet.timeZone,
    defaultFormat: DEFAULT_FORMAT,
    spreadsheetTheme: DEFAULT_THEME,
    ...spreadsheet.extra,
  };
}

/** The `SheetProperties` of a tab. */
export function tabPropertiesJson(spreadsheet: Spreadsheet, tab: Tab): Record<string, unknown> {
  const { properties } = tab;
  const { gridProperties, ...extra } = properties.extra;
  return {
    sheetId: properties.sheetId,
    title: properties.title,
    index: spreadsheet.tabs.indexOf(tab),
    sheetType: properties.sheetType,
    ...(properties.sheetType === 'GRID' && {
      gridProperties: {
        rowCount: properties.rowCount,
        columnCount: properties.columnCount,
        ...(properties.frozenRowCount > 0 && { frozenRowCount: properties.frozenRowCount }),
        ...(properties.frozenColumnCount > 0 && {
          frozenColumnCount: properties.frozenColumnCount,
        }),
        ...(gridProperties as object | undefined),
      },
    }),
    ...(properties.hidden && { hidden: true }),
    ...extra,
  };
}

/** A `NamedRange`. */
export function namedRangeJson(range: NamedRange): Record<string, unknown> {
  const { namedRangeId, name, sheetId, area } = range;
  return { namedRangeId, name, range: gridRangeJson(sheetId, area) };
}

/** A `GridRange`; the number of the first tab is left out, as Google leaves out a 0. */
export function gridRangeJson(sheetId: number, area: CellArea): Record<string, unknown> {
  const { startRow, endRow, startColumn, endColumn } = area;
  return {
    ...(sheetId !== 0 && { sheetId }),
    startRowIndex: startRow,
    endRowIndex: endRow,
    startColumnIndex: startColumn,
    endColumnIndex: endColumn,
  };
}
