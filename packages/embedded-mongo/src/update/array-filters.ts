import { badValue, CommandError, failedToParse, typeMismatch } from '../errors';
import { compileFilter, type MatchOptions } from '../match';
import { type BsonValue, type Doc, isPlainObject, typeName } from '../values';
import { type ArrayFilters, type ElementPredicate } from './types';

const IDENTIFIER = /^[a-z][a-zA-Z0-9]*$/;
const LOGICAL_OPERATORS: ReadonlySet<string> = new Set(['$and', '$or', '$nor']);

/** Parses the `arrayFilters` of an update: each is a filter on one identifier. */
export function parseArrayFilters(
  filters: readonly BsonValue[] | undefined,
  options: MatchOptions,
): ArrayFilters {
  const parsed = new Map<string, ElementPredicate>();
  for (const [index, filter] of (filters ?? []).entries()) {
    if (!isPlainObject(filter))
      throw typeMismatch(
        `BSON field 'update.updates.arrayFilters.${index}' is the wrong type ` +
          `'${typeName(filter)}', expected type 'object'`,
      );
    const identifier = identifierOf(filter);
    if (parsed.has(identifier))
      throw failedToParse(
        `Found multiple array filters with the same top-level field name ${identifier}`,
      );
    const matches = compileArrayFilter(filter, options);
    parsed.set(identifier, (element) => matches({ [identifier]: element }));
  }
  return parsed;
}

function compileArrayFilter(filter: Doc, options: MatchOptions): ReturnType<typeof compileFilter> {
  try {
    return compileFilter(filter, options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(error.code, error.codeName, causedBy(error.message), error.extra);
  }
}

function identifierOf(filter: Doc): string {
  const [first, second] = topLevelNames(filter);
  if (first === undefined)
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  if (second !== undefined)
    throw failedToParse(
      causedBy(`Expected a single top-level field name, found '${first}' and '${second}'`),
    );
  if (!IDENTIFIER.test(first))
    throw badValue(
      causedBy(
        'The top-level field name must be an alphanumeric string beginning with a lowercase ' +
          `letter, found '${first}'`,
      ),
    );
  return first;
}

function topLevelNames(filter: Doc, names = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(filter)) {
    if (LOGICAL_OPERATORS.has(key) && Array.isArray(value)) {
      for (const clause of value) if (isPlainObject(clause)) topLevelNames(clause, names);
    } else if (!key.startsWith('$')) names.add(key.split('.', 1)[0] ?? key);
  }
  return names;
}

function causedBy(reason: string): string {
  return `Error parsing array filter :: caused by :: ${reason}`;
}
