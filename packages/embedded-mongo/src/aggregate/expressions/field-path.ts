import { type BsonValue, type Doc, getField, getOwn } from '../../values';
import { failure } from '../failures';
import { type Evaluate } from './scope';

type Step = (value: BsonValue) => BsonValue;

const DATABASE_REFERENCE_FIELDS = new Set(['$id', '$ref', '$db']);

/** Splits a dotted path and refuses what MongoDB refuses as a field path. */
export function splitPath(path: string): string[] {
  if (path === '') throw failure(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw failure(40353, "FieldPath must not end with a '.'.");
  const parts = path.split('.');
  for (const part of parts) {
    if (part === '') throw failure(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$') && !DATABASE_REFERENCE_FIELDS.has(part)) {
      throw failure(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    if (part.includes('\0')) {
      throw failure(16411, 'FieldPath field names may not contain null bytes.');
    }
  }
  return parts;
}

/** Reads a field of the root document: it is a plain object, so only inherited names need care. */
function readRootField(name: string): Evaluate {
  return name in Object.prototype ? (doc) => getOwn(doc, name) : (doc) => doc[name];
}

/** Follows the path below a value; an array gives the array of what its documents have there. */
function descend(parts: readonly string[]): Step {
  return (start) => {
    let value = start;
    for (let index = 0; index < parts.length; index++) {
      if (Array.isArray(value)) return descendArray(value, parts.slice(index));
      if (value === null || typeof value !== 'object') return undefined;
      value = getField(value, parts[index] as string);
    }
    return value;
  };
}

function descendArray(elements: readonly BsonValue[], parts: readonly string[]): BsonValue[] {
  const step = descend(parts);
  const found: BsonValue[] = [];
  for (const element of elements) {
    if (Array.isArray(element)) continue;
    const value = step(element);
    if (value !== undefined) found.push(value);
  }
  return found;
}

/** Compiles a dotted path read from the document itself. */
export function compileRootPath(path: string): Evaluate {
  const [first, ...rest] = splitPath(path) as [string, ...string[]];
  const readFirst = readRootField(first);
  if (rest.length === 0) return readFirst;
  const step = descend(rest);
  return (doc) => step(readFirst(doc));
}

/** Compiles a dotted path read from the value of another expression. */
export function compilePathOf(base: Evaluate, path: readonly string[]): Evaluate {
  if (path.length === 0) return base;
  const step = descend(splitPath(path.join('.')));
  return (doc) => step(base(doc));
}

/** Reads a dotted path of a document without compiling it first; for paths used once. */
export function readPath(doc: Doc, path: string): BsonValue {
  return descend(path.split('.'))(doc);
}
