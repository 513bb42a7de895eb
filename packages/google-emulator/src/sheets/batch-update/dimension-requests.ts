import { deleteCells, insertCells } from '../model/shift-cells';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Dimension, type Tab } from '../model/tab';
import { gridRangeOf } from '../a1/data-filters';
import { assertRoom } from '../values/write-values';
import { invalidArgument } from '../wire/errors';
import { type RequestObject } from '../wire/request-object';
import { countOf, sheetOf, type ChangeKind } from './change';

const DIMENSIONS = ['DIMENSION_UNSPECIFIED', 'ROWS', 'COLUMNS'] as const;

/** The requests that put rows, columns or cells in, or take them away. */
export const DIMENSION_REQUESTS: Readonly<Record<string, ChangeKind>> = {
  appendDimension: {
    names: ['sheetId', 'dimension', 'length'],
    run: (spreadsheet, request) => {
      const tab = sheetOf(spreadsheet, request);
      const dimension = dimensionOf(request, 'dimension');
      insert(spreadsheet, tab, dimension, tab.size(dimension), countOf(request, 'length'));
      return undefined;
    },
  },
  insertDimension: {
    names: ['range', 'inheritFromBefore'],
    run: (spreadsheet, request) => {
      const { tab, dimension, start, end } = dimensionRange(spreadsheet, request, Infinity);
      if (start > tab.size(dimension)) throw outside(tab, dimension, start);
      insert(spreadsheet, tab, dimension, start, end - start);
      return undefined;
    },
  },
  deleteDimension: {
    names: ['range'],
    run: (spreadsheet, request) => {
      const { tab, dimension, start, end } = dimensionRange(spreadsheet, request);
      if (start >= tab.size(dimension)) throw outside(tab, dimension, start);
      if (end - start >= tab.size(dimension)) {
        throw invalidArgument(`You can't delete all the ${dimension.toLowerCase()} on the sheet.`);
      }
      spreadsheet.remove(tab, dimension, start, end - start);
      return undefined;
    },
  },
  insertRange: {
    names: ['range', 'shiftDimension'],
    run: (spreadsheet, request) => {
      const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
      insertCells(tab, area, dimensionOf(request, 'shiftDimension'));
      return undefined;
    },
  },
  deleteRange: {
    names: ['range', 'shiftDimension'],
    run: (spreadsheet, request) => {
      const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
      deleteCells(tab, area, dimensionOf(request, 'shiftDimension'));
      return undefined;
    },
  },
};

function insert(
  spreadsheet: Spreadsheet,
  tab: Tab,
  dimension: Dimension,
  at: number,
  count: number,
): void {
  const across = tab.size(dimension === 'ROWS' ? 'COLUMNS' : 'ROWS');
  assertRoom(spreadsheet, count * across);
  spreadsheet.insert(tab, dimension, at, count);
}

function dimensionRange(
  spreadsheet: Spreadsheet,
  request: RequestObject,
  limit?: number,
): { tab: Tab; dimension: Dimension; start: number; end: number } {
  const range = request.object('range', ['sheetId', 'dimension', 'startIndex', 'endIndex']);
  const tab = sheetOf(spreadsheet, range);
  const dimension = dimensionOf(range, 'dimension');
  const size = tab.size(dimension);
  const start = countOf(range, 'startIndex');
  const end = Math.min(range.integer('endIndex') ?? size, limit ?? size);
  if (end <= start && start < size) {
    throw invalidArgument(`range.endIndex (${end}) must be greater than startIndex (${start})`);
  }
  return { tab, dimension, start, end };
}

function dimensionOf(request: RequestObject, name: string): Dimension {
  const dimension = request.oneOf(name, DIMENSIONS, 'Dimension');
  if (dimension === 'DIMENSION_UNSPECIFIED') throw invalidArgument(`No ${name} specified.`);
  return dimension;
}

function outside(tab: Tab, dimension: Dimension, start: number): Error {
  const kind = dimension.toLowerCase();
  return invalidArgument(
    `Cannot start at index ${start}: there are ${tab.size(dimension)} ${kind} on the sheet.`,
  );
}
