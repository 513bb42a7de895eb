import { ApiError } from './api-error';
import { type QueryType } from './route';

const TRUE = new Set<string | null>(['true', '1', 't', 'True', 'TRUE']);
const FALSE = new Set<string | null>(['false', '0', 'f', 'False', 'FALSE']);

/** Whether a parameter that is a boolean was sent and says yes. */
export function saysYes(query: URLSearchParams, name: string): boolean {
  return TRUE.has(query.get(name));
}

/** Whether a parameter that is a boolean was sent and says no. */
export function saysNo(query: URLSearchParams, name: string): boolean {
  return FALSE.has(query.get(name));
}

/** Whether the answer is to be indented, which it is unless the caller says otherwise. */
export function wantsPretty(query: URLSearchParams): boolean {
  return !saysNo(query, 'prettyPrint');
}

/** Whether errors get their `errors[]` also where it is not the habit of the API. */
export function wantsErrorItems(query: URLSearchParams, userAgent: string | undefined): boolean {
  const format = query.get('$.xgafv');
  if (format === '1' || format === '2') return format === '1';
  return userAgent?.includes('google-api-') === true;
}

/** Checks the parameters of all methods that are looked at before the credentials. */
export function checkSystemParameters(query: URLSearchParams): void {
  const format = query.get('$.xgafv');
  if (format !== null && format !== '1' && format !== '2') {
    throw invalid(
      `Invalid value at '$.xgafv' (type.googleapis.com/google.api.XgafvFormat), "${format}"`,
    );
  }
  if (query.get('callback')) {
    throw invalid('The emulator answers plain JSON only: leave out the parameter callback.');
  }
  const alt = query.get('alt');
  if (alt !== null && alt !== 'json') {
    throw invalid(`The emulator answers JSON only: alt=${alt} is not supported.`);
  }
}

/** Checks the parameters of a method that have a fixed set of values. */
export function checkTypedQuery(
  query: URLSearchParams,
  types: Readonly<Record<string, QueryType>> = {},
): void {
  for (const [name, type] of Object.entries(types)) {
    for (const value of query.getAll(name)) {
      if (!fits(value, type)) throw wrongType(name, value, type);
    }
  }
}

function fits(value: string, type: QueryType): boolean {
  return type.kind === 'boolean'
    ? TRUE.has(value) || FALSE.has(value)
    : type.values.includes(value);
}

function wrongType(name: string, value: string, type: QueryType): ApiError {
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const description = `Invalid value at '${field}' (${typeNameOf(type)}), "${value}"`;
  return new ApiError(400, 'INVALID_ARGUMENT', description, {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field, description }],
      },
    ],
    item: { reason: 'invalid', domain: '' },
  });
}

function typeNameOf(type: QueryType): string {
  if (type.kind === 'boolean') return 'TYPE_BOOL';
  return type.typeName.includes('/') ? type.typeName : `type.googleapis.com/${type.typeName}`;
}

function invalid(message: string): ApiError {
  return new ApiError(400, 'INVALID_ARGUMENT', message);
}
