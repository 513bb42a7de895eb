import { FieldMask } from '../../http/field-mask';
import { type ApiAnswer, type ApiCall, type Route } from '../../http/route';
import { SPREADSHEET as SPREADSHEET_TYPE } from '../../files/file-store';
import { resolveRange } from '../a1/resolve-range';
import { rowsOf, writeCellData } from '../batch-update/cell-requests';
import { runRequests } from '../batch-update/run-requests';
import { addTab } from '../batch-update/sheet-requests';
import { SHEET_PROPERTY_NAMES } from '../batch-update/sheet-properties';
import { SPREADSHEET_PROPERTY_NAMES } from '../batch-update/spreadsheet-requests';
import { SPREADSHEET } from '../grid/field-schemas';
import { spreadsheetJson } from '../grid/spreadsheet-json';
import { Spreadsheet } from '../model/spreadsheet';
import { type SpreadsheetLibrary } from '../model/spreadsheet-library';
import { isLocaleName } from '../render/sheet-locale';
import { tabFromDefinition } from '../model/tab-from-definition';
import { invalidArgument } from '../wire/errors';
import { settle } from '../wire/lazy-list';
import { RequestObject } from '../wire/request-object';
import { maskOf, param, SPREADSHEET_PATH, wholePath, WRITE_SCOPES } from './route-parts';

const BATCH_UPDATE_ANSWER = {
  spreadsheetId: true,
  replies: { '*': { '*': { '*': true } } },
  updatedSpreadsheet: SPREADSHEET,
} as const;

/** `spreadsheets.create` and `spreadsheets.batchUpdate`. */
export function changeRoutes(library: SpreadsheetLibrary): Route[] {
  return [
    {
      api: 'sheets',
      name: 'spreadsheets.create',
      method: 'POST',
      path: wholePath('/v4/spreadsheets/?'),
      scopes: WRITE_SCOPES,
      metric: 'sheets.write',
      handle: (call) => create(library, call),
    },
    {
      api: 'sheets',
      name: 'spreadsheets.batchUpdate',
      method: 'POST',
      path: wholePath(`${SPREADSHEET_PATH}/?:batchUpdate`),
      scopes: WRITE_SCOPES,
      metric: 'sheets.write',
      handle: (call) => batchUpdate(library, call),
    },
  ];
}

function batchUpdate(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const id = param(call, 'spreadsheetId');
  const spreadsheet = library.forWriting(id, call.caller.email);
  const body = RequestObject.of(call.body, '', [
    'requests',
    'includeSpreadsheetInResponse',
    'responseRanges',
    'responseIncludeGridData',
  ]);
  const mask = maskOf(call, BATCH_UPDATE_ANSWER);
  const ranges = body.list('responseRanges').map(String);
  const updated = () =>
    spreadsheetJson(spreadsheet, {
      mask: FieldMask.EVERYTHING,
      withGridData: body.boolean('responseIncludeGridData'),
      ...(ranges.length > 0 && {
        ranges: ranges.map((range) => resolveRange(spreadsheet, range)),
      }),
    });
  const isWanted = body.boolean('includeSpreadsheetInResponse');
  const answer = runRequests(spreadsheet, body.list('requests'), (replies) => ({
    spreadsheetId: spreadsheet.id,
    replies,
    ...(isWanted && { updatedSpreadsheet: settle(updated()) }),
  }));
  library.files.touch(id, 'by-api');
  return { body: mask.apply(answer) };
}

function create(library: SpreadsheetLibrary, call: ApiCall): ApiAnswer {
  const body = RequestObject.of(call.body, '', ['properties', 'sheets', 'namedRanges']);
  const properties = body.object('properties', SPREADSHEET_PROPERTY_NAMES);
  const mask = maskOf(call, SPREADSHEET);
  const locale = properties.string('locale') ?? 'en_US';
  if (!isLocaleName(locale)) throw invalidArgument(`Unsupported locale: ${locale}`);
  const draft = new Spreadsheet(
    { id: '', name: '' } as Spreadsheet['file'],
    locale,
    properties.string('timeZone') ?? 'Etc/GMT',
  );
  body.list('sheets').forEach((sheet, at) => addSheet(draft, sheet, at));
  if (draft.tabs.length === 0) draft.tabs = [tabFromDefinition({ title: 'Sheet1' }, 0)];
  const file = library.files.add({
    name: properties.string('title') ?? 'Untitled spreadsheet',
    mimeType: SPREADSHEET_TYPE,
    writers: [call.caller.email],
  });
  const spreadsheet = new Spreadsheet(file, draft.locale, draft.timeZone);
  spreadsheet.tabs = draft.tabs;
  library.add(spreadsheet);
  return { body: settle(spreadsheetJson(spreadsheet, { mask, withGridData: false })) };
}

function addSheet(draft: Spreadsheet, value: unknown, at: number): void {
  const sheet = RequestObject.of(value, `sheets[${at}]`, ['properties', 'data']);
  const tab = addTab(draft, sheet.object('properties', SHEET_PROPERTY_NAMES));
  sheet.list('data').forEach((block, index) => {
    const data = RequestObject.of(block, `sheets[${at}].data[${index}]`, [
      'startRow',
      'startColumn',
      'rowData',
    ]);
    const corner = { row: data.integer('startRow') ?? 0, column: data.integer('startColumn') ?? 0 };
    const rows = rowsOf(data, 'rowData');
    const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    tab.growTo(corner.row + rows.length, corner.column + width);
    writeCellData(draft, tab, corner, rows, FieldMask.EVERYTHING);
  });
}
