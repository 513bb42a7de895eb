import { clamp, resolveRange, type ResolvedRange } from './resolve-range';
import { type OpenRange, type Span } from './open-range';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { invalidArgument } from '../wire/errors';
import { RequestObject } from '../wire/request-object';

const GRID_RANGE_NAMES = [
  'sheetId',
  'startRowIndex',
  'endRowIndex',
  'startColumnIndex',
  'endColumnIndex',
];

/** A filter of a request, and the cells that it stands for. */
export interface FilteredRange {
  readonly filter: unknown;
  readonly range: ResolvedRange;
}

/** The cells of each `DataFilter` of a request. */
export function resolveDataFilters(
  spreadsheet: Spreadsheet,
  filters: readonly unknown[],
): FilteredRange[] {
  return filters.map((filter, at) => ({
    filter,
    range: resolveDataFilter(spreadsheet, filter, `data_filters[${at}]`),
  }));
}

/** The cells of one `DataFilter`. */
export function resolveDataFilter(
  spreadsheet: Spreadsheet,
  filter: unknown,
  path: string,
): ResolvedRange {
  const read = RequestObject.of(filter, path, ['a1Range', 'gridRange', 'developerMetadataLookup']);
  const a1Range = read.string('a1Range');
  if (a1Range !== undefined) return resolveRange(spreadsheet, a1Range);
  if (read.has('gridRange')) {
    return resolveGridRange(spreadsheet, read.object('gridRange', GRID_RANGE_NAMES));
  }
  throw invalidArgument(
    read.has('developerMetadataLookup')
      ? 'The emulator has no developer metadata: filter by a1Range or gridRange.'
      : 'Must specify at least one data filter: a1Range or gridRange.',
  );
}

/** The cells of a `GridRange` that is a member of a request. */
export function gridRangeOf(
  spreadsheet: Spreadsheet,
  request: RequestObject,
  name: string,
): ResolvedRange {
  return resolveGridRange(spreadsheet, request.object(name, GRID_RANGE_NAMES));
}

/** The tab of a number; the error that the API gives when there is none. */
export function tabOf(spreadsheet: Spreadsheet, sheetId: number): Tab {
  const tab = spreadsheet.tabById(sheetId);
  if (!tab) throw invalidArgument(`No grid with id: ${sheetId}`);
  return tab;
}

function resolveGridRange(spreadsheet: Spreadsheet, range: RequestObject): ResolvedRange {
  const tab = tabOf(spreadsheet, range.integer('sheetId') ?? 0);
  const rows = spanOf(range, 'Row');
  const columns = spanOf(range, 'Column');
  const open: OpenRange = { ...(rows && { rows }), ...(columns && { columns }) };
  return { tab, area: clamp(tab, open) };
}

function spanOf(range: RequestObject, kind: 'Row' | 'Column'): Span | undefined {
  const start = range.integer(`start${kind}Index`);
  const end = range.integer(`end${kind}Index`);
  if (start === undefined && end === undefined) return undefined;
  const from = start ?? 0;
  if (from < 0 || (end !== undefined && end <= from)) {
    throw invalidArgument(
      `end${kind}Index (${end}) must be greater than start${kind}Index (${from}), which must not be negative`,
    );
  }
  return { start: from, ...(end !== undefined && { end }) };
}
