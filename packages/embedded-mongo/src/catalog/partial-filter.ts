import { CommandError, typeMismatch } from '../errors';
import { isOperatorObject } from '../match';
import { type BsonValue, type Doc, describe as render, isPlainObject, isRegex } from '../values';

const OPERATORS = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$type', '$in', '$exists']);
const LOGICAL = new Set(['$and', '$or']);

/** Refuses a partialFilterExpression that MongoDB refuses. */
export function checkPartialFilter(filter: BsonValue): void {
  if (!isPlainObject(filter)) {
    throw typeMismatch("The field 'partialFilterExpression' must be an object");
  }
  for (const key of Object.keys(filter)) {
    const value = filter[key];
    if (LOGICAL.has(key) && Array.isArray(value)) value.forEach(checkPartialFilter);
    else if (key.startsWith('$') || !isSupported(value)) throw notSupported({ [key]: value });
  }
}

function isSupported(condition: BsonValue): boolean {
  if (isRegex(condition)) return false;
  if (!isOperatorObject(condition)) return true;
  return Object.keys(condition).every((operator) => {
    if (operator === '$exists') return condition[operator] !== false;
    return OPERATORS.has(operator);
  });
}

function notSupported(part: Doc): CommandError {
  return new CommandError(
    67,
    'CannotCreateIndex',
    `Expression not supported in partial index: ${render(part)}`,
  );
}
