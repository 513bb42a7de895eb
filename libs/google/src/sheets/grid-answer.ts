import {
  expectCount,
  type Fields,
  expectArray,
  expectObject,
  optionalString,
  expectString,
  unexpected,
} from '../shape';
import { type Cell, CellError, EMPTY_CELL, type SheetRow } from './cell';
import {
  PROPERTIES_MASK,
  readProperties,
  readTab,
  type SheetTab,
  type SpreadsheetProperties,
  TAB_MASK,
} from './spreadsheet-metadata';

/** The fields of a request for rows: exact values and shown texts, as of the same moment. */
export const GRID_MASK = `${PROPERTIES_MASK},sheets(${TAB_MASK},data(startRow,startColumn,rowData(values(effectiveValue,formattedValue))))`;

/** One of the requested ranges, as far as it is filled. */
export interface GridBlock {
  /** The number of the first row, from 1. */
  readonly firstRow: number;
  /** The place of the first column, from 0. */
  readonly firstColumn: number;
  /** From the first row on; blank rows have no cells, rows behind the last filled one are missing. */
  readonly rows: readonly (readonly Cell[])[];
}

/** Rows of a tab, and the tab as it was at that moment. */
export interface GridAnswer {
  readonly properties: SpreadsheetProperties;
  readonly tab: SheetTab;
  readonly blocks: readonly GridBlock[];
}

/** Validates and reads the response to a request for ranges of one tab. */
export function readGrid(answer: unknown): GridAnswer {
  const spreadsheet = expectObject(answer, 'the spreadsheet');
  const sheets = expectArray(spreadsheet.sheets, 'sheets');
  if (sheets.length !== 1) throw unexpected('sheets', 'exactly one sheet', sheets);
  const sheet = expectObject(sheets[0], 'sheets[0]');
  const data = expectArray(sheet.data, 'sheets[0].data');
  // Without one block per range, a truncated response would be taken for an empty tab.
  if (data.length === 0) throw unexpected('sheets[0].data', 'the requested ranges', data);
  return {
    properties: readProperties(spreadsheet.properties),
    tab: readTab(sheet.properties),
    blocks: data.map(readBlock),
  };
}

function readBlock(value: unknown): GridBlock {
  const block = expectObject(value, 'data[]');
  return {
    firstRow: expectCount(block.startRow, 'data[].startRow') + 1,
    firstColumn: expectCount(block.startColumn, 'data[].startColumn'),
    rows: expectArray(block.rowData, 'data[].rowData').map(readRow),
  };
}

function readRow(value: unknown): readonly Cell[] {
  const { values } = expectObject(value, 'rowData[]');
  const cells = expectArray(values, 'rowData[].values').map(readCell);
  while (cells.at(-1) === EMPTY_CELL) cells.pop();
  return cells;
}

function readCell(data: unknown): Cell {
  const { effectiveValue, formattedValue } = expectObject(data, 'values[]');
  const text = optionalString(formattedValue, 'formattedValue');
  const value = effectiveValue === undefined ? {} : expectObject(effectiveValue, 'effectiveValue');
  const exact = Object.keys(value).length === 0 ? text : exactValue(value);
  // A formula such as ="" is filled for Sheets, but not for a person.
  if (exact === '') return EMPTY_CELL;
  // Most cells are texts: the value and the shown text share one string.
  return { value: exact === text ? text : exact, text };
}

function exactValue(value: Fields): NonNullable<Cell['value']> {
  const { numberValue, stringValue, boolValue, errorValue } = value;
  if (typeof numberValue === 'number') return numberValue;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  const { type, message } = expectObject(errorValue, 'effectiveValue.errorValue');
  return new CellError(
    expectString(type, 'errorValue.type'),
    optionalString(message, 'errorValue.message'),
  );
}

/** The rows of a block that are not blank, from a row on. */
export function filledRows({ firstRow, rows }: GridBlock, fromRow: number): SheetRow[] {
  return rows
    .map((cells, index) => ({ number: firstRow + index, cells }))
    .filter(({ number, cells }) => number >= fromRow && cells.length > 0);
}
