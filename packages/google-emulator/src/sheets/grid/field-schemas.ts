import { type FieldSchema } from '../../http/field-mask';

// Below these a mask may name whatever it likes: the emulator only gives back what was put in.
const ANYTHING: FieldSchema = deep(6);

function deep(levels: number): FieldSchema {
  return { '*': levels === 0 ? true : deep(levels - 1) };
}

const COLOR: FieldSchema = { red: true, green: true, blue: true, alpha: true };
const COLOR_STYLE: FieldSchema = { rgbColor: COLOR, themeColor: true };

const GRID_RANGE: FieldSchema = {
  sheetId: true,
  startRowIndex: true,
  endRowIndex: true,
  startColumnIndex: true,
  endColumnIndex: true,
};

const CELL_FORMAT: FieldSchema = {
  numberFormat: { type: true, pattern: true },
  backgroundColor: COLOR,
  backgroundColorStyle: COLOR_STYLE,
  borders: ANYTHING,
  padding: { top: true, right: true, bottom: true, left: true },
  horizontalAlignment: true,
  verticalAlignment: true,
  wrapStrategy: true,
  textDirection: true,
  textFormat: {
    foregroundColor: COLOR,
    foregroundColorStyle: COLOR_STYLE,
    fontFamily: true,
    fontSize: true,
    bold: true,
    italic: true,
    strikethrough: true,
    underline: true,
    link: { uri: true },
  },
  hyperlinkDisplayType: true,
  textRotation: { angle: true, vertical: true },
};

const EXTENDED_VALUE: FieldSchema = {
  numberValue: true,
  stringValue: true,
  boolValue: true,
  formulaValue: true,
  errorValue: { type: true, message: true },
};

/** The fields of a cell. */
export const CELL_DATA: FieldSchema = {
  userEnteredValue: EXTENDED_VALUE,
  effectiveValue: EXTENDED_VALUE,
  formattedValue: true,
  userEnteredFormat: CELL_FORMAT,
  effectiveFormat: CELL_FORMAT,
  hyperlink: true,
  note: true,
  textFormatRuns: ANYTHING,
  dataValidation: ANYTHING,
  pivotTable: ANYTHING,
  dataSourceTable: ANYTHING,
  dataSourceFormula: ANYTHING,
  chipRuns: ANYTHING,
};

const DIMENSION: FieldSchema = {
  hiddenByFilter: true,
  hiddenByUser: true,
  pixelSize: true,
  developerMetadata: ANYTHING,
  dataSourceColumnReference: ANYTHING,
};

/** The fields of a tab's properties. */
export const SHEET_PROPERTIES: FieldSchema = {
  sheetId: true,
  title: true,
  index: true,
  sheetType: true,
  gridProperties: {
    rowCount: true,
    columnCount: true,
    frozenRowCount: true,
    frozenColumnCount: true,
    hideGridlines: true,
    rowGroupControlAfter: true,
    columnGroupControlAfter: true,
  },
  hidden: true,
  tabColor: COLOR,
  tabColorStyle: COLOR_STYLE,
  rightToLeft: true,
  dataSourceSheetProperties: ANYTHING,
};

/** The fields of the properties of a spreadsheet. */
export const SPREADSHEET_PROPERTIES: FieldSchema = {
  title: true,
  locale: true,
  autoRecalc: true,
  timeZone: true,
  defaultFormat: CELL_FORMAT,
  iterativeCalculationSettings: { maxIterations: true, convergenceThreshold: true },
  spreadsheetTheme: {
    primaryFontFamily: true,
    themeColors: { colorType: true, color: COLOR_STYLE },
  },
  importFunctionsExternalUrlAccessAllowed: true,
};

/** The fields of a spreadsheet. */
export const SPREADSHEET: FieldSchema = {
  spreadsheetId: true,
  properties: SPREADSHEET_PROPERTIES,
  sheets: {
    properties: SHEET_PROPERTIES,
    data: {
      startRow: true,
      startColumn: true,
      rowData: { values: CELL_DATA },
      rowMetadata: DIMENSION,
      columnMetadata: DIMENSION,
    },
    merges: GRID_RANGE,
    conditionalFormats: ANYTHING,
    filterViews: ANYTHING,
    protectedRanges: ANYTHING,
    basicFilter: ANYTHING,
    charts: ANYTHING,
    bandedRanges: ANYTHING,
    developerMetadata: ANYTHING,
    rowGroups: ANYTHING,
    columnGroups: ANYTHING,
    slicers: ANYTHING,
    tables: ANYTHING,
  },
  namedRanges: { namedRangeId: true, name: true, range: GRID_RANGE },
  spreadsheetUrl: true,
  developerMetadata: ANYTHING,
  dataSources: ANYTHING,
  dataSourceSchedules: ANYTHING,
};

/** The fields of the values of a range. */
export const VALUE_RANGE: FieldSchema = { range: true, majorDimension: true, values: true };

/** The fields of the answer to a change of values. */
export const UPDATE_VALUES: FieldSchema = {
  spreadsheetId: true,
  updatedRange: true,
  updatedRows: true,
  updatedColumns: true,
  updatedCells: true,
  updatedData: VALUE_RANGE,
};
