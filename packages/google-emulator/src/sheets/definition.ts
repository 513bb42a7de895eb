/** How numbers are shown, as the Sheets API names it. */
export interface NumberFormat {
  readonly type:
    | 'TEXT'
    | 'NUMBER'
    | 'PERCENT'
    | 'CURRENCY'
    | 'DATE'
    | 'TIME'
    | 'DATE_TIME'
    | 'SCIENTIFIC';
  /** Such as `#,##0.00` or `dd/mm/yyyy`; the default of the type and the locale when left out. */
  readonly pattern?: string;
}

/** The errors that a cell can show. */
export type CellErrorType =
  | 'ERROR'
  | 'NULL_VALUE'
  | 'DIVIDE_BY_ZERO'
  | 'VALUE'
  | 'REF'
  | 'NAME'
  | 'NUM'
  | 'N_A'
  | 'LOADING';

/** A cell that shows an error. */
export interface CellError {
  readonly error: CellErrorType;
  /** What Sheets says about it, for instance `Did not find value 'x' in VLOOKUP evaluation.` */
  readonly message?: string;
}

/** The value of a cell; dates are numbers (days since 1899-12-30) with a format. */
export type CellValue = string | number | boolean | CellError;

/** A cell with more than a value. */
export interface CellSpec {
  readonly value: CellValue | null;
  readonly format?: NumberFormat;
  /** Shown for `valueRenderOption=FORMULA`; it is never computed, `value` is its result. */
  readonly formula?: string;
}

/** What a cell can be given as; null and the empty string are an empty cell. */
export type CellInput = CellValue | CellSpec | null;

/** Rows that are made when they are read; the same index always gives the same row. */
export interface RowSource {
  /** How many rows there are, from the top of the tab. */
  readonly count: number;
  /** The row at a place counted from 0; the header is row 0. */
  row(index: number): readonly CellInput[];
}

/** A rectangle, counted from 0, its ends excluded. */
export interface CellArea {
  readonly startRow: number;
  readonly endRow: number;
  readonly startColumn: number;
  readonly endColumn: number;
}

/** What a tab is made from. */
export interface TabDefinition {
  readonly title: string;
  readonly sheetId?: number;
  readonly sheetType?: 'GRID' | 'OBJECT';
  readonly hidden?: boolean;
  /** The size of the grid; at least as large as the data, 1000 by 26 unless told. */
  readonly rowCount?: number;
  readonly columnCount?: number;
  readonly frozenRowCount?: number;
  /** The rows from the top, or what makes them. */
  readonly rows?: readonly (readonly CellInput[])[] | RowSource;
  /** Formats of whole columns, for numbers that have none of their own. */
  readonly columnFormats?: readonly (NumberFormat | undefined)[];
  /** Merged cells: only the first cell of each keeps its value. */
  readonly merges?: readonly CellArea[];
}

/** What a spreadsheet is made from. */
export interface SpreadsheetDefinition {
  readonly id?: string;
  readonly title: string;
  /** Such as `vi_VN`. */
  readonly locale?: string;
  /** Such as `Asia/Ho_Chi_Minh`. */
  readonly timeZone?: string;
  readonly tabs: readonly TabDefinition[];
  readonly namedRanges?: Readonly<Record<string, string>>;
}
