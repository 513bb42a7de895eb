import { FieldMask } from '../../http/field-mask';
import { type ApiAnswer, type ApiCall, type Route } from '../../http/route';
import { resolveRange, type ResolvedRange } from '../a1/resolve-range';
import { VALUE_RANGE } from '../grid/field-schemas';
import { type SpreadsheetLibrary } from '../model/spreadsheet-library';
import { valueRange } from '../values/value-range';
import { answerWith } from '../wire/answer';
import { RequestObject } from '../wire/request-object';
import { resolveDataFilters } from '../a1/data-filters';
import {
  DATE_TIME_RENDER_OPTIONS,
  MAJOR_DIMENSIONS,
  maskOf,
  param,
  RANGE_PATH,
  READ_SCOPES,
  SPREADSHEET_PATH,
  VALUE_QUERY,
  VALUE_RENDER_OPTIONS,
  valueOptions,
  wholePath,
  WRITE_SCOPES,
} from './route-parts';

const BATCH_GET = { spreadsheetId: true, valueRanges: VALUE_RANGE } as const;
const BATCH_GET_BY_FILTER = {
  spreadsheetId: true,
  valueRanges: {
    valueRange: VALUE_RANGE,
    dataFilters: {
      a1Range: true,
      gridRange: { '*': true },
      developerMetadataLookup: { '*': true },
    },
  },
} as const;

/** The reads of `spreadsheets.values`. */
export function valueReadRoutes(library: SpreadsheetLibrary): Route[] {
  return [
    {
      api: 'sheets',
      name: 'spreadsheets.values.batchGet',
      method: 'GET',
      path: wholePath(`${SPREADSHEET_PATH}/values/?:batchGet`),
      scopes: READ_SCOPES,
      metric: 'sheets.read',
      typedQuery: VALUE_QUERY,
      handle: (call) => batchGet(library, call),
    },
    {
      api: 'sheets',
      name: 'spreadsheets.values.get',
      method: 'GET',
      path: wholePath(RANGE_PATH),
      scopes: READ_SCOPES,
      metric: 'sheets.read',
      typedQuery: VALUE_QUERY,
      handle: (call) => get(library, call),
    },
    {
      api: 'sheets',
      name: 'spreadsheets.values.batchGetByDataFilter',
      method: 'POST',
      path: wholePath(`${SPREADSHEET_PATH}/values/?:batchGetByDataFilter`),
      scopes: WRITE_SCOPES,
      metric: 'sheets.read',
      handle: (call) => batchGetByDataFilter(library, call),
    },
  ];
}

function get(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const spreadsheet = library.forReading(param(call, 'spreadsheetId'), call.caller.email);
  const range = resolveRange(spreadsheet, param(call, 'range'));
  const mask = maskOf(call, VALUE_RANGE);
  const body = valueRange(spreadsheet, range, queryOptions(call), mask);
  return answerWith(call, body, usedRows([range]));
}

function batchGet(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const spreadsheet = library.forReading(param(call, 'spreadsheetId'), call.caller.email);
  const ranges = call.query.getAll('ranges').map((range) => resolveRange(spreadsheet, range));
  const mask = maskOf(call, BATCH_GET);
  const rangeMask = mask.child('valueRanges');
  const options = queryOptions(call);
  const body = {
    ...(mask.child('spreadsheetId') && { spreadsheetId: spreadsheet.id }),
    ...(rangeMask &&
      ranges.length > 0 && {
        valueRanges: ranges.map((range) => valueRange(spreadsheet, range, options, rangeMask)),
      }),
  };
  return answerWith(call, body, usedRows(ranges));
}

function batchGetByDataFilter(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const spreadsheet = library.forReading(param(call, 'spreadsheetId'), call.caller.email);
  const request = RequestObject.of(call.body, '', ['dataFilters', ...Object.keys(VALUE_QUERY)]);
  const options = valueOptions(
    request.oneOf('majorDimension', MAJOR_DIMENSIONS, 'Dimension'),
    request.oneOf('valueRenderOption', VALUE_RENDER_OPTIONS, 'ValueRenderOption'),
    request.oneOf('dateTimeRenderOption', DATE_TIME_RENDER_OPTIONS, 'DateTimeRenderOption'),
  );
  const filtered = resolveDataFilters(spreadsheet, request.list('dataFilters'));
  const mask = maskOf(call, BATCH_GET_BY_FILTER);
  const listMask = mask.child('valueRanges');
  const rangeMask = listMask?.child('valueRange');
  const matched = filtered.map(({ filter, range }) => ({
    ...(rangeMask && { valueRange: valueRange(spreadsheet, range, options, rangeMask) }),
    ...((listMask ?? FieldMask.EVERYTHING).apply({ dataFilters: [filter] }) as object),
  }));
  const body = {
    ...(mask.child('spreadsheetId') && { spreadsheetId: spreadsheet.id }),
    ...(listMask && matched.length > 0 && { valueRanges: matched }),
  };
  return answerWith(call, body, usedRows(filtered.map(({ range }) => range)));
}

function queryOptions({ query }: ApiCall): ReturnType<typeof valueOptions> {
  return valueOptions(
    query.get('majorDimension'),
    query.get('valueRenderOption'),
    query.get('dateTimeRenderOption'),
  );
}

function usedRows(ranges: readonly ResolvedRange[]): number {
  return ranges.reduce((sum, { tab, area }) => {
    const used = tab.usedPart(area);
    return sum + used.endRow - used.startRow;
  }, 0);
}
