import { countOf, listOf, objectOf, unexpected } from '../shape';
import { type Cell, type SheetRow } from './cell';
import { type GridBody } from './grid-body';
import {
  PROPERTIES_MASK,
  readProperties,
  readTab,
  type SheetTab,
  type SpreadsheetProperties,
  TAB_MASK,
} from './spreadsheet-metadata';

/** What is asked for with rows: the exact values and the shown texts of one moment, together. */
export const GRID_MASK = `${PROPERTIES_MASK},sheets(${TAB_MASK},data(startRow,startColumn,rowData(values(effectiveValue,formattedValue))))`;

/** One of the ranges that were asked for, as far as it is filled. */
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

/**
 * Checks and reads the answer to a question for ranges of one tab, whose rows were taken out of it
 * as it arrived.
 */
export function readGrid(answer: unknown, rows: GridBody['blocks']): GridAnswer {
  const spreadsheet = objectOf(answer, 'the spreadsheet');
  const sheets = listOf(spreadsheet.sheets, 'sheets');
  if (sheets.length !== 1) throw unexpected('sheets', 'exactly one sheet', sheets);
  const sheet = objectOf(sheets[0], 'sheets[0]');
  const data = listOf(sheet.data, 'sheets[0].data');
  // Without a block per range we would take an answer that was cut for an empty tab.
  if (data.length === 0) throw unexpected('sheets[0].data', 'the ranges asked for', data);
  return {
    properties: readProperties(spreadsheet.properties),
    tab: readTab(sheet.properties),
    blocks: readBlocks(data, rows),
  };
}

function readBlocks(data: readonly unknown[], rows: GridBody['blocks']): GridBlock[] {
  let taken = 0;
  return data.map((value) => {
    const block = objectOf(value, 'data[]');
    // Where there are none, Google leaves them out, and there was nothing to take.
    const hasRows = block.rowData !== undefined;
    listOf(block.rowData, 'data[].rowData');
    taken += hasRows ? 1 : 0;
    return {
      firstRow: countOf(block.startRow, 'data[].startRow') + 1,
      firstColumn: countOf(block.startColumn, 'data[].startColumn'),
      rows: (hasRows && rows[taken - 1]) || [],
    };
  });
}

/** The rows of a block that are not blank, from a row on. */
export function filledRows({ firstRow, rows }: GridBlock, fromRow: number): SheetRow[] {
  return rows
    .map((cells, index) => ({ number: firstRow + index, cells }))
    .filter(({ number, cells }) => number >= fromRow && cells.length > 0);
}
