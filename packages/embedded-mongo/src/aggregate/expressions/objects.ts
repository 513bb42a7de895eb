import { type BsonValue, type Doc, getField, isPlainObject, setOwn, describe } from '../../values';
import { failure } from '../failures';
import { fieldsOf, isNullish, operands, typeLabel, unary } from './arguments';
import { type Evaluate, type OperatorTable, type Scope, constantOf } from './scope';

/** Adds the fields of a document to another, as `$mergeObjects` does. */
export function mergeInto(target: Doc, source: BsonValue): void {
  if (isNullish(source)) return;
  if (!isPlainObject(source)) {
    throw failure(
      40400,
      `$mergeObjects requires object inputs, but input ${describe(source)} is of type ${typeLabel(source)}`,
    );
  }
  for (const field of Object.keys(source)) setOwn(target, field, source[field]);
}

function compileMergeObjects(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const list = operands(argument, scope, name, 0, Infinity);
  return (doc) => {
    const merged: Doc = {};
    for (const operand of list) {
      const value = operand(doc);
      // One expression that gives an array stands for the documents in it.
      if (list.length === 1 && Array.isArray(value)) {
        for (const element of value) mergeInto(merged, element);
      } else {
        mergeInto(merged, value);
      }
    }
    return merged;
  };
}

function objectToArray(value: BsonValue): BsonValue {
  if (isNullish(value)) return null;
  if (!isPlainObject(value)) {
    throw failure(40390, `$objectToArray requires a document input, found: ${typeLabel(value)}`);
  }
  return Object.keys(value).map((field) => ({ k: field, v: value[field] }));
}

function arrayToObject(value: BsonValue): BsonValue {
  if (isNullish(value)) return null;
  if (!Array.isArray(value)) {
    throw failure(40386, `$arrayToObject requires an array input, found: ${typeLabel(value)}`);
  }
  const result: Doc = {};
  for (const entry of value) {
    const [field, content] = Array.isArray(entry) ? pairEntry(entry) : namedEntry(entry);
    setOwn(result, field, content);
  }
  return result;
}

function pairEntry(entry: BsonValue[]): [string, BsonValue] {
  if (entry.length !== 2) {
    throw failure(
      40397,
      `$arrayToObject requires an array of size 2 arrays,found array of size: ${entry.length}`,
    );
  }
  if (typeof entry[0] !== 'string') {
    throw failure(
      40395,
      `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${typeLabel(entry[0])}`,
    );
  }
  return [entry[0], entry[1]];
}

function namedEntry(entry: BsonValue): [string, BsonValue] {
  if (!isPlainObject(entry)) {
    throw failure(40398, `Unrecognised input type format for $arrayToObject: ${typeLabel(entry)}`);
  }
  if (Object.keys(entry).length !== 2 || !Object.hasOwn(entry, 'k') || !Object.hasOwn(entry, 'v')) {
    throw failure(
      40393,
      "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys from: " +
        Object.keys(entry).join(', '),
    );
  }
  if (typeof entry.k !== 'string') {
    throw failure(
      40394,
      `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${typeLabel(entry.k)}`,
    );
  }
  return [entry.k, entry.v];
}

/** The name of a field as `$getField` and `$setField` take it: a constant, dots and dollars allowed. */
function fieldName(expression: BsonValue, scope: Scope, name: string, code: number): string {
  const value = constantOf(scope.compile(expression))?.value;
  if (typeof value !== 'string') {
    throw failure(
      code,
      `${name} requires 'field' to evaluate to type String, but got ${typeLabel(value)}`,
    );
  }
  return value;
}

function compileGetField(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const isFull =
    isPlainObject(argument) &&
    Object.keys(argument).every((key) => key === 'field' || key === 'input');
  const fields = isFull
    ? fieldsOf(argument, name, ['field', 'input'])
    : { field: argument, input: '$$CURRENT' };
  const field = scope.compile(fields.field);
  const input = scope.compile(fields.input);
  return (doc) => {
    const key = field(doc);
    if (typeof key !== 'string') {
      throw failure(
        3041704,
        `$getField requires 'field' to evaluate to type String, but got ${typeLabel(key)}`,
      );
    }
    const value = input(doc);
    if (value === null) return null;
    return Array.isArray(value) ? undefined : getField(value, key);
  };
}

function compileSetField(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const isUnset = name === '$unsetField';
  const fields = fieldsOf(
    argument,
    name,
    isUnset ? ['field', 'input'] : ['field', 'input', 'value'],
  );
  const field = fieldName(fields.field, scope, name, 4161107);
  const input = scope.compile(fields.input);
  const content = isUnset ? undefined : scope.compile(fields.value);
  return (doc) => {
    const target = input(doc);
    if (isNullish(target)) return null;
    if (!isPlainObject(target)) {
      throw failure(
        4161105,
        `$setField requires 'input' to evaluate to type Object, but got ${typeLabel(target)}`,
      );
    }
    const copy: Doc = { ...target };
    const value = content?.(doc);
    if (value === undefined) delete copy[field];
    else setOwn(copy, field, value);
    return copy;
  };
}

/** `$mergeObjects`, `$objectToArray`, `$arrayToObject`, `$getField`, `$setField`, `$unsetField`. */
export const objectOperators: OperatorTable = {
  $mergeObjects: compileMergeObjects,
  $objectToArray: unary(objectToArray),
  $arrayToObject: (argument, scope, name) => {
    // A constant array of pairs may be written without a second pair of brackets.
    const isPairs = Array.isArray(argument) && argument.length !== 1;
    const [operand] = isPairs
      ? [scope.compile(argument)]
      : (operands(argument, scope, name, 1) as [Evaluate]);
    return (doc) => arrayToObject(operand(doc));
  },
  $getField: compileGetField,
  $setField: compileSetField,
  $unsetField: compileSetField,
};
