import { CommandError, failedToParse } from '../errors';
import type { FindQuery, UpdateSpec } from '../engine';
import { decode, getOwn, isPlainObject, type BsonValue, type Doc } from '../values';
import { Arguments } from './arguments';
import type { CommandRequest } from './command';

/** The statements of a write command, from its document sequence or from its body. */
export function statementsOf(request: CommandRequest, field: string): Doc[] {
  const sequence = request.sequences.get(field);
  if (sequence) return sequence.map((raw) => decode(raw));
  return new Arguments(request.name, request.body).requiredDocuments(field);
}

/** Refuses a field that a statement does not take. */
export function refuseUnknownFields(owner: string, statement: Doc, known: readonly string[]): void {
  for (const field of Object.keys(statement)) {
    if (known.includes(field)) continue;
    throw new CommandError(
      40415,
      'IDLUnknownField',
      `BSON field '${owner}.${field}' is an unknown field.`,
    );
  }
}

/** Which fields of a statement hold what; they differ between update and bulkWrite. */
export interface UpdateFields {
  readonly filter: string;
  readonly update: string;
  readonly constants: string;
}

/** Reads an update statement. */
export function updateSpecOf(
  statement: Arguments,
  fields: UpdateFields,
  request: CommandRequest,
  bypassValidation: boolean,
): UpdateSpec {
  const update = updateOf(statement.value(fields.update));
  const constants = statement.document(fields.constants);
  if (constants && !Array.isArray(update)) {
    throw new CommandError(
      51198,
      'Location51198',
      'Constant values may only be specified for pipeline updates',
    );
  }
  const sort = statement.sort();
  if (sort && statement.boolean('multi')) {
    throw failedToParse('Cannot specify sort with multi=true');
  }
  return {
    filter: statement.requiredDocument(fields.filter),
    update,
    upsert: statement.boolean('upsert'),
    arrayFilters: statement.documents('arrayFilters'),
    collation: statement.collation(),
    hint: statement.hint(),
    sort,
    variables: constants ? { ...request.variables, ...constants } : request.variables,
    bypassValidation,
  };
}

/** An update: a replacement or operators in a document, or a pipeline. */
export function updateOf(value: BsonValue): Doc | Doc[] {
  if (isPlainObject(value)) return value;
  if (Array.isArray(value) && value.every(isPlainObject)) return value;
  throw failedToParse('Update argument must be either an object or an array');
}

/** Reads what a delete statement looks for. */
export function deleteQueryOf(
  statement: Arguments,
  filterField: string,
  request: CommandRequest,
): FindQuery {
  return {
    filter: statement.requiredDocument(filterField),
    collation: statement.collation(),
    hint: statement.hint(),
    sort: statement.sort(),
    variables: request.variables,
  };
}

/** `bypassDocumentValidation` of a write command. */
export function bypassesValidation(request: CommandRequest): boolean {
  return new Arguments(request.name, request.body).boolean('bypassDocumentValidation');
}

/** `ordered` of a write command, which is true unless it says otherwise. */
export function isOrdered(request: CommandRequest): boolean {
  return getOwn(request.body, 'ordered') !== false;
}
