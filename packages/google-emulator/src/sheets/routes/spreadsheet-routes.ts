import { type FieldMask } from '../../http/field-mask';
import { type ApiAnswer, type ApiCall, type Route } from '../../http/route';
import { saysYes } from '../../http/system-parameters';
import { resolveRange, type ResolvedRange } from '../a1/resolve-range';
import { SPREADSHEET } from '../grid/field-schemas';
import { rowsInView, spreadsheetJson, type SpreadsheetView } from '../grid/spreadsheet-json';
import { type SpreadsheetLibrary } from '../model/spreadsheet-library';
import { type Spreadsheet } from '../model/spreadsheet';
import { answerWith } from '../wire/answer';
import { RequestObject } from '../wire/request-object';
import { resolveDataFilters } from '../a1/data-filters';
import {
  BOOLEAN,
  maskOf,
  param,
  READ_SCOPES,
  SPREADSHEET_PATH,
  wholePath,
  WRITE_SCOPES,
} from './route-parts';

/** `spreadsheets.get` and `spreadsheets.getByDataFilter`. */
export function spreadsheetRoutes(library: SpreadsheetLibrary): Route[] {
  return [
    {
      api: 'sheets',
      name: 'spreadsheets.get',
      method: 'GET',
      path: wholePath(`${SPREADSHEET_PATH}/?`),
      scopes: READ_SCOPES,
      metric: 'sheets.read',
      typedQuery: { includeGridData: BOOLEAN, excludeTablesInBandedRanges: BOOLEAN },
      handle: (call) => get(library, call),
    },
    {
      api: 'sheets',
      name: 'spreadsheets.getByDataFilter',
      method: 'POST',
      path: wholePath(`${SPREADSHEET_PATH}/?:getByDataFilter`),
      scopes: WRITE_SCOPES,
      metric: 'sheets.read',
      handle: (call) => getByDataFilter(library, call),
    },
  ];
}

function get(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const spreadsheet = library.forReading(param(call, 'spreadsheetId'), call.caller.email);
  const ranges = call.query.getAll('ranges').map((range) => resolveRange(spreadsheet, range));
  const mask = maskOf(call, SPREADSHEET);
  const includes = saysYes(call.query, 'includeGridData');
  return answer(call, spreadsheet, view(call, mask, includes, ranges));
}

function getByDataFilter(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const spreadsheet = library.forReading(param(call, 'spreadsheetId'), call.caller.email);
  const body = RequestObject.of(call.body, '', [
    'dataFilters',
    'includeGridData',
    'excludeTablesInBandedRanges',
  ]);
  const filtered = resolveDataFilters(spreadsheet, body.list('dataFilters'));
  const mask = maskOf(call, SPREADSHEET);
  const ranges = filtered.map(({ range }) => range);
  return answer(call, spreadsheet, view(call, mask, body.boolean('includeGridData'), ranges));
}

/** A mask decides alone whether there are cells in the answer; `*` does not ask for them. */
function view(
  call: ApiCall,
  mask: FieldMask,
  includeGridData: boolean,
  ranges: readonly ResolvedRange[],
): SpreadsheetView {
  const hasMask = (call.query.get('fields') ?? '') !== '';
  return {
    mask,
    withGridData: hasMask ? mask.selectsByName('sheets.data') : includeGridData,
    ...(ranges.length > 0 && { ranges }),
  };
}

function answer(call: ApiCall, spreadsheet: Spreadsheet, wanted: SpreadsheetView): ApiAnswer {
  return answerWith(call, spreadsheetJson(spreadsheet, wanted), rowsInView(spreadsheet, wanted));
}
