import { type BsonValue, type Doc, getOwn, isPlainObject } from '../../values';
import { type Scope } from '../expressions';

/**
 * A filter that an index can serve and that lets pass at least what the leading `$match` of an inner
 * pipeline lets pass; the `$match` itself runs all the same. From `$expr` it takes the equalities of
 * a field with a value that is known now: `{ $eq: ['$item', '$$id'] }`.
 */
export function prefilterOf(pipeline: readonly Doc[], scope: Scope): Doc | undefined {
  const [first] = pipeline;
  const match = first && getOwn(first, '$match');
  if (!isPlainObject(match)) return undefined;
  const conditions = [...conditionsOf(match, scope)];
  if (conditions.length === 0) return undefined;
  return conditions.length === 1 ? conditions[0] : { $and: conditions };
}

function* conditionsOf(match: Doc, scope: Scope): Iterable<Doc> {
  for (const field of Object.keys(match)) {
    const condition = getOwn(match, field);
    if (field === '$expr') yield* equalitiesOf(condition, scope);
    else if (field === '$and' && Array.isArray(condition)) {
      for (const part of condition) if (isPlainObject(part)) yield* conditionsOf(part, scope);
    } else if (!field.startsWith('$')) yield { [field]: condition };
  }
}

function* equalitiesOf(expression: BsonValue, scope: Scope): Iterable<Doc> {
  if (!isPlainObject(expression)) return;
  const conjunction = getOwn(expression, '$and');
  if (Array.isArray(conjunction)) {
    for (const part of conjunction) yield* equalitiesOf(part, scope);
    return;
  }
  const equality = getOwn(expression, '$eq');
  if (!Array.isArray(equality) || equality.length !== 2) return;
  const path = equality.find(isFieldPath);
  const other = equality.find((side) => side !== path);
  if (path === undefined || !isKnown(other)) return;
  const value = scope.compile(other)({});
  // Through arrays a path gives an array in an expression and its elements in a filter.
  if (value !== undefined && !Array.isArray(value)) yield { [path.slice(1)]: { $eq: value } };
}

function isFieldPath(value: BsonValue): value is string {
  return typeof value === 'string' && /^\$[^$]/.test(value);
}

/** Whether an expression has its value without the document: a variable, or a plain constant. */
function isKnown(value: BsonValue): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || /^\$\$[^A-Z]/.test(value);
  return value !== null && value !== undefined && !Array.isArray(value) && !isPlainObject(value);
}
