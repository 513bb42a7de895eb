import {
  expectCount,
  expectBoolean,
  expectArray,
  expectObject,
  optionalString,
  expectString,
} from '../shape';

/** The size of a tab's grid; the data in it may be less. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** A tab that has cells; sheets of a chart alone are left out. */
export interface SheetTab {
  readonly id: number;
  readonly title: string;
  readonly index: number;
  readonly hidden: boolean;
  readonly grid: GridSize;
  readonly frozenRows: number;
}

/** What all tabs of a spreadsheet have in common. */
export interface SpreadsheetProperties {
  readonly title: string;
  /** Such as `vi_VN`: how numbers and dates are written in it. */
  readonly locale: string;
  /** Such as `Asia/Ho_Chi_Minh`: whose wall clock its dates show. */
  readonly timeZone: string;
}

/** A spreadsheet and its tabs. */
export interface SpreadsheetMetadata extends SpreadsheetProperties {
  readonly id: string;
  readonly tabs: readonly SheetTab[];
}

/** The fields that {@link readProperties} reads, as a mask. */
export const PROPERTIES_MASK = 'properties(title,locale,timeZone)';
/** The fields that {@link readTab} reads, as a mask. */
export const TAB_MASK =
  'properties(sheetId,title,index,sheetType,hidden,gridProperties(rowCount,columnCount,frozenRowCount))';

/** Validates and reads the response to a request for metadata. */
export function readMetadata(answer: unknown): SpreadsheetMetadata {
  const spreadsheet = expectObject(answer, 'the spreadsheet');
  const sheets = expectArray(spreadsheet.sheets, 'sheets').map((sheet) =>
    expectObject(sheet, 'sheets[]'),
  );
  return {
    id: expectString(spreadsheet.spreadsheetId, 'spreadsheetId'),
    ...readProperties(spreadsheet.properties),
    tabs: sheets.filter(hasGrid).map((sheet) => readTab(sheet.properties)),
  };
}

/** Validates and reads the properties of a spreadsheet. */
export function readProperties(value: unknown): SpreadsheetProperties {
  const { title, locale, timeZone } = expectObject(value, 'properties');
  return {
    title: optionalString(title, 'properties.title'),
    locale: expectString(locale, 'properties.locale'),
    timeZone: expectString(timeZone, 'properties.timeZone'),
  };
}

/** Validates and reads the properties of a tab. */
export function readTab(value: unknown): SheetTab {
  const where = 'sheets[].properties';
  const properties = expectObject(value, where);
  const grid = expectObject(properties.gridProperties, `${where}.gridProperties`);
  return {
    id: expectCount(properties.sheetId, `${where}.sheetId`),
    title: expectString(properties.title, `${where}.title`),
    index: expectCount(properties.index, `${where}.index`),
    hidden: expectBoolean(properties.hidden, `${where}.hidden`),
    grid: {
      rows: expectCount(grid.rowCount, `${where}.gridProperties.rowCount`),
      columns: expectCount(grid.columnCount, `${where}.gridProperties.columnCount`),
    },
    frozenRows: expectCount(grid.frozenRowCount, `${where}.gridProperties.frozenRowCount`),
  };
}

function hasGrid(sheet: { readonly properties?: unknown }): boolean {
  const { sheetType } = expectObject(sheet.properties, 'sheets[].properties');
  return sheetType === undefined || sheetType === 'GRID';
}
