import { FieldMask } from '../../http/field-mask';
import { type ApiCall, type Route } from '../../http/route';
import { saysYes } from '../../http/system-parameters';
import { renderRange, resolveRange, type ResolvedRange } from '../a1/resolve-range';
import { type ValueInputOption } from '../input/cell-input';
import { type SpreadsheetLibrary } from '../model/spreadsheet-library';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Dimension } from '../model/tab';
import { UPDATE_VALUES } from '../grid/field-schemas';
import { valueRange, type ValueOptions } from '../values/value-range';
import {
  makeRoom,
  planAppend,
  planUpdate,
  writeValues,
  type PlannedWrite,
} from '../values/write-values';
import { about, invalidArgument } from '../wire/errors';
import { settle } from '../wire/lazy-list';
import { RequestObject } from '../wire/request-object';
import {
  BOOLEAN,
  DATE_TIME_RENDER_OPTION,
  DATE_TIME_RENDER_OPTIONS,
  INSERT_DATA_OPTION,
  MAJOR_DIMENSIONS,
  maskOf,
  param,
  RANGE_PATH,
  SPREADSHEET_PATH,
  VALUE_INPUT_OPTION,
  VALUE_INPUT_OPTIONS,
  VALUE_RENDER_OPTION,
  VALUE_RENDER_OPTIONS,
  valueOptions,
  wholePath,
  WRITE_SCOPES,
} from './route-parts';

const WRITE_QUERY = {
  valueInputOption: VALUE_INPUT_OPTION,
  includeValuesInResponse: BOOLEAN,
  responseValueRenderOption: VALUE_RENDER_OPTION,
  responseDateTimeRenderOption: DATE_TIME_RENDER_OPTION,
};
const VALUE_RANGE_NAMES = ['range', 'majorDimension', 'values'];

const ANSWERS = {
  update: UPDATE_VALUES,
  append: { spreadsheetId: true, tableRange: true, updates: UPDATE_VALUES },
  batchUpdate: {
    spreadsheetId: true,
    totalUpdatedRows: true,
    totalUpdatedColumns: true,
    totalUpdatedCells: true,
    totalUpdatedSheets: true,
    responses: UPDATE_VALUES,
  },
  clear: { spreadsheetId: true, clearedRange: true },
  batchClear: { spreadsheetId: true, clearedRanges: true },
} as const;

type Method = (spreadsheet: Spreadsheet, call: ApiCall) => Record<string, unknown>;

/** The methods of `spreadsheets.values` that change cells. */
export function valueWriteRoutes(library: SpreadsheetLibrary): Route[] {
  const route = (
    method: 'PUT' | 'POST',
    name: keyof typeof ANSWERS,
    path: string,
    run: Method,
    typedQuery: NonNullable<Route['typedQuery']> = {},
  ): Route => ({
    api: 'sheets',
    name: `spreadsheets.values.${name}`,
    method,
    path: wholePath(path),
    scopes: WRITE_SCOPES,
    metric: 'sheets.write',
    typedQuery,
    handle: (call) => {
      const id = param(call, 'spreadsheetId');
      const spreadsheet = library.forWriting(id, call.caller.email);
      const mask = maskOf(call, ANSWERS[name]);
      const body = settle(run(spreadsheet, call));
      library.files.touch(id, 'by-api');
      return { body: mask.apply(body) };
    },
  });
  return [
    route('PUT', 'update', RANGE_PATH, update, WRITE_QUERY),
    route('POST', 'append', `${RANGE_PATH}:append`, append, {
      ...WRITE_QUERY,
      insertDataOption: INSERT_DATA_OPTION,
    }),
    route('POST', 'clear', `${RANGE_PATH}:clear`, clear),
    route('POST', 'batchUpdate', `${SPREADSHEET_PATH}/values/?:batchUpdate`, batchUpdate),
    route('POST', 'batchClear', `${SPREADSHEET_PATH}/values/?:batchClear`, batchClear),
  ];
}

function update(spreadsheet: Spreadsheet, call: ApiCall): Record<string, unknown> {
  const body = RequestObject.of(call.body, '', VALUE_RANGE_NAMES);
  const dimension = dimensionOf(body);
  const plan = planUpdate(spreadsheet, param(call, 'range'), body.list('values'), dimension);
  const option = inputOption(call.query.get('valueInputOption'));
  return written(spreadsheet, plan, option, responseOptions(call, dimension));
}

function append(spreadsheet: Spreadsheet, call: ApiCall): Record<string, unknown> {
  const body = RequestObject.of(call.body, '', VALUE_RANGE_NAMES);
  const dimension = dimensionOf(body);
  const plan = planAppend(spreadsheet, param(call, 'range'), body.list('values'), dimension);
  const option = inputOption(call.query.get('valueInputOption'));
  makeRoom(spreadsheet, plan, call.query.get('insertDataOption') === 'INSERT_ROWS');
  return {
    spreadsheetId: spreadsheet.id,
    ...(plan.table && { tableRange: renderRange(plan.table) }),
    updates: written(spreadsheet, plan, option, responseOptions(call, dimension)),
  };
}

function batchUpdate(spreadsheet: Spreadsheet, call: ApiCall): Record<string, unknown> {
  const body = RequestObject.of(call.body, '', ['data', ...Object.keys(WRITE_QUERY)]);
  const option = inputOption(
    body.oneOf('valueInputOption', VALUE_INPUT_OPTIONS, 'ValueInputOption'),
  );
  const plans = body.list('data').map((entry, at) => {
    const data = RequestObject.of(entry, `data[${at}]`, VALUE_RANGE_NAMES);
    const range = data.string('range') ?? '';
    return about(`data[${at}]`, () =>
      planUpdate(spreadsheet, range, data.list('values'), dimensionOf(data)),
    );
  });
  const response = body.boolean('includeValuesInResponse')
    ? valueOptions(
        'ROWS',
        body.oneOf('responseValueRenderOption', VALUE_RENDER_OPTIONS, 'ValueRenderOption'),
        body.oneOf(
          'responseDateTimeRenderOption',
          DATE_TIME_RENDER_OPTIONS,
          'DateTimeRenderOption',
        ),
      )
    : undefined;
  const responses = plans.map((plan) => written(spreadsheet, plan, option, response));
  const total = (name: string) =>
    responses.reduce((sum, answer) => sum + Number(answer[name] ?? 0), 0);
  return {
    spreadsheetId: spreadsheet.id,
    totalUpdatedRows: total('updatedRows'),
    totalUpdatedColumns: total('updatedColumns'),
    totalUpdatedCells: total('updatedCells'),
    totalUpdatedSheets: new Set(plans.map(({ tab }) => tab)).size,
    responses,
  };
}

function clear(spreadsheet: Spreadsheet, call: ApiCall): Record<string, unknown> {
  RequestObject.of(call.body, '', []);
  const range = resolveRange(spreadsheet, param(call, 'range'));
  clearRange(range);
  return { spreadsheetId: spreadsheet.id, clearedRange: renderRange(range) };
}

function batchClear(spreadsheet: Spreadsheet, call: ApiCall): Record<string, unknown> {
  const body = RequestObject.of(call.body, '', ['ranges']);
  const ranges = body
    .list('ranges')
    .map((text, at) => about(`range[${at}]`, () => resolveRange(spreadsheet, String(text))));
  ranges.forEach(clearRange);
  return { spreadsheetId: spreadsheet.id, clearedRanges: ranges.map(renderRange) };
}

function clearRange({ tab, area }: ResolvedRange): void {
  tab.clear(area);
}

function written(
  spreadsheet: Spreadsheet,
  plan: PlannedWrite,
  option: ValueInputOption,
  response: ValueOptions | undefined,
): Record<string, unknown> {
  const answer = writeValues(spreadsheet, plan, option);
  if (!response) return answer;
  const updatedData = valueRange(spreadsheet, plan.range, response, FieldMask.EVERYTHING);
  return { ...answer, updatedData };
}

function responseOptions({ query }: ApiCall, dimension: Dimension): ValueOptions | undefined {
  if (!saysYes(query, 'includeValuesInResponse')) return undefined;
  return valueOptions(
    dimension,
    query.get('responseValueRenderOption'),
    query.get('responseDateTimeRenderOption'),
  );
}

function dimensionOf(body: RequestObject): Dimension {
  const dimension = body.oneOf('majorDimension', MAJOR_DIMENSIONS, 'Dimension');
  return dimension === 'COLUMNS' ? 'COLUMNS' : 'ROWS';
}

function inputOption(option: string | null): ValueInputOption {
  if (option === 'RAW' || option === 'USER_ENTERED') return option;
  throw invalidArgument("'valueInputOption' is required but not specified");
}
