import { type CellArea } from '../definition';
import { overlaps } from '../model/areas';
import { sortArea, type SortKey } from '../model/sort-rows';
import { mergeArea } from '../model/tab-from-definition';
import { gridRangeOf } from '../a1/data-filters';
import { invalidArgument } from '../wire/errors';
import { RequestObject } from '../wire/request-object';
import { countOf, type ChangeKind } from './change';

/** The requests that sort and merge cells. */
export const RANGE_REQUESTS: Readonly<Record<string, ChangeKind>> = {
  sortRange: {
    names: ['range', 'sortSpecs'],
    run: (spreadsheet, request) => {
      const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
      sortArea(tab, area, sortKeys(request, area));
      return undefined;
    },
  },
  mergeCells: {
    names: ['range', 'mergeType'],
    run: (spreadsheet, request) => {
      const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
      const type = request.oneOf(
        'mergeType',
        ['MERGE_ALL', 'MERGE_COLUMNS', 'MERGE_ROWS'],
        'MergeType',
      );
      if (tab.merges.some((merge) => overlaps(merge, area))) {
        throw invalidArgument(
          'You must select all cells in a merged range to merge or unmerge them.',
        );
      }
      partsOf(area, type).forEach((part) => mergeArea(tab, part));
      return undefined;
    },
  },
  unmergeCells: {
    names: ['range'],
    run: (spreadsheet, request) => {
      const { tab, area } = gridRangeOf(spreadsheet, request, 'range');
      tab.merges = tab.merges.filter((merge) => !overlaps(merge, area));
      return undefined;
    },
  },
};

function sortKeys(request: RequestObject, area: CellArea): SortKey[] {
  const keys = request.list('sortSpecs').map((spec, at) => {
    const read = RequestObject.of(spec, `${request.path}.sort_specs[${at}]`, [
      'dimensionIndex',
      'sortOrder',
    ]);
    const column = countOf(read, 'dimensionIndex');
    if (column < area.startColumn || column >= area.endColumn) {
      throw invalidArgument(`sortSpecs[${at}].dimensionIndex (${column}) is not in the range`);
    }
    const order = read.oneOf('sortOrder', ['ASCENDING', 'DESCENDING'], 'SortOrder');
    return { column, descending: order === 'DESCENDING' };
  });
  if (keys.length === 0) throw invalidArgument('Must specify at least one sort spec.');
  return keys;
}

function partsOf(area: CellArea, type: 'MERGE_ALL' | 'MERGE_COLUMNS' | 'MERGE_ROWS'): CellArea[] {
  if (type === 'MERGE_ALL') return [area];
  if (type === 'MERGE_ROWS') {
    return Array.from({ length: area.endRow - area.startRow }, (_, at) => ({
      ...area,
      startRow: area.startRow + at,
      endRow: area.startRow + at + 1,
    }));
  }
  return Array.from({ length: area.endColumn - area.startColumn }, (_, at) => ({
    ...area,
    startColumn: area.startColumn + at,
    endColumn: area.startColumn + at + 1,
  }));
}
