import { scopesNamed } from '../../auth/scopes';
import { type ApiCall, type QueryType } from '../../http/route';
import {
  assertKnownFields,
  parseFieldMask,
  type FieldMask,
  type FieldSchema,
} from '../../http/field-mask';
import { type ValueOptions } from '../values/value-range';

/** Any of these is enough to change a spreadsheet, and for the reads that are a POST. */
export const WRITE_SCOPES = scopesNamed('drive', 'drive.file', 'spreadsheets');
/** Any of these is enough to read. */
export const READ_SCOPES = [
  ...WRITE_SCOPES,
  ...scopesNamed('drive.readonly', 'spreadsheets.readonly'),
];

/** The path of one spreadsheet; some clients write a slash behind the id. */
export const SPREADSHEET_PATH = '/v4/spreadsheets/(?<spreadsheetId>[^/:]+)';
/** The path of a range of a spreadsheet, in which the slashes of a title are encoded. */
export const RANGE_PATH = `${SPREADSHEET_PATH}/values/(?<range>[^/]+)`;

/** The pattern of a path that has to match as a whole. */
export function wholePath(path: string): RegExp {
  return new RegExp(`^${path}$`);
}

const enumOf = (type: string, ...values: string[]): QueryType => ({
  kind: 'enum',
  typeName: `type.googleapis.com/google.apps.sheets.v4.${type}`,
  values,
});

/** The values of the enums of the API, the default first. */
export const MAJOR_DIMENSIONS = ['ROWS', 'COLUMNS', 'DIMENSION_UNSPECIFIED'] as const;
export const VALUE_RENDER_OPTIONS = ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] as const;
export const DATE_TIME_RENDER_OPTIONS = ['SERIAL_NUMBER', 'FORMATTED_STRING'] as const;
export const VALUE_INPUT_OPTIONS = [
  'INPUT_VALUE_OPTION_UNSPECIFIED',
  'RAW',
  'USER_ENTERED',
] as const;
export const INSERT_DATA_OPTIONS = ['OVERWRITE', 'INSERT_ROWS'] as const;

export const BOOLEAN: QueryType = { kind: 'boolean' };
export const VALUE_RENDER_OPTION = enumOf('ValueRenderOption', ...VALUE_RENDER_OPTIONS);
export const DATE_TIME_RENDER_OPTION = enumOf('DateTimeRenderOption', ...DATE_TIME_RENDER_OPTIONS);
export const VALUE_INPUT_OPTION = enumOf('ValueInputOption', ...VALUE_INPUT_OPTIONS);
export const INSERT_DATA_OPTION = enumOf('InsertDataOption', ...INSERT_DATA_OPTIONS);

/** The query parameters of the reads of values. */
export const VALUE_QUERY: Readonly<Record<string, QueryType>> = {
  majorDimension: enumOf('Dimension', ...MAJOR_DIMENSIONS),
  valueRenderOption: VALUE_RENDER_OPTION,
  dateTimeRenderOption: DATE_TIME_RENDER_OPTION,
};

/** How a read wants its values. The server has checked the names before. */
export function valueOptions(
  majorDimension: string | null | undefined,
  valueRenderOption: string | null | undefined,
  dateTimeRenderOption: string | null | undefined,
): ValueOptions {
  return {
    majorDimension: majorDimension === 'COLUMNS' ? 'COLUMNS' : 'ROWS',
    valueRenderOption: (valueRenderOption ??
      'FORMATTED_VALUE') as ValueOptions['valueRenderOption'],
    dateTimeRenderOption: (dateTimeRenderOption ??
      'SERIAL_NUMBER') as ValueOptions['dateTimeRenderOption'],
  };
}

/** The mask of a call, refused when it names what the answer cannot have. */
export function maskOf(call: ApiCall, schema: FieldSchema): FieldMask {
  const mask = parseFieldMask(call.query.get('fields') ?? '');
  assertKnownFields(mask, schema);
  return mask;
}

/** A named group of the path. */
export function param(call: ApiCall, name: string): string {
  return call.params[name] ?? '';
}
