import { type FieldMask, type FieldSchema, parseFieldMask } from '../../http/field-mask';
import { type Spreadsheet } from '../model/spreadsheet';
import { type Tab } from '../model/tab';
import { invalidArgument } from '../wire/errors';
import { type RequestObject } from '../wire/request-object';

/** Carries out one request of a `batchUpdate`; what it gives is the reply to it. */
export type Change = (
  spreadsheet: Spreadsheet,
  request: RequestObject,
) => Record<string, unknown> | undefined;

/** A kind of request: its members, and what is to be done. */
export interface ChangeKind {
  readonly names: readonly string[];
  readonly run: Change;
}

/** The tab that a request names by its number, which is 0 when it is left out. */
export function sheetOf(spreadsheet: Spreadsheet, request: RequestObject): Tab {
  const sheetId = request.integer('sheetId') ?? 0;
  const tab = spreadsheet.tabById(sheetId);
  if (!tab) throw invalidArgument(`No sheet with id: ${sheetId}`);
  return tab;
}

/** The `fields` of a request, which say what of the rest of it is to be set. */
export function fieldsOf(request: RequestObject, schema: FieldSchema): FieldMask {
  const text = request.string('fields') ?? '';
  if (text === '') {
    throw invalidArgument(
      "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)",
    );
  }
  const mask = parseFieldMask(text);
  const unknown = mask.unknownPath(schema);
  if (unknown !== undefined) throw invalidArgument(`Invalid field: ${unknown}`);
  return mask;
}

/** A number of a request that must be there and must not be negative. */
export function countOf(request: RequestObject, name: string): number {
  const value = request.integer(name) ?? 0;
  if (value < 0) throw invalidArgument(`${name} (${value}) must not be negative`);
  return value;
}
