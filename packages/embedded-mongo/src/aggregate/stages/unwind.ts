import { PAUSE, type Stream } from '../../stream';
import { type BsonValue, type Doc, isPlainObject } from '../../values';
import { isNullish, splitPath, typeLabel } from '../expressions';
import { makeLong } from '../expressions/numbers';
import { failure } from '../failures';
import { type StageRunner } from '../types';
import { readOwnPath, withPath, withoutPath } from './paths';

interface UnwindOptions {
  path: readonly string[];
  indexPath: readonly string[] | undefined;
  keepsEmpty: boolean;
}

/** `$unwind`: a document for each element of an array. */
export function compileUnwind(specification: BsonValue): StageRunner {
  const options = unwindOptions(specification);
  return function* (input): Stream<Doc> {
    for (const doc of input) {
      if (doc === PAUSE) yield PAUSE;
      else yield* unwind(doc, options);
    }
  };
}

function* unwind(doc: Doc, { path, indexPath, keepsEmpty }: UnwindOptions): Iterable<Doc> {
  const withIndex = (result: Doc, index: BsonValue): Doc =>
    indexPath ? withPath(result, indexPath, index) : result;
  const value = readOwnPath(doc, path);
  if (Array.isArray(value)) {
    if (value.length === 0 && keepsEmpty) yield withIndex(withoutPath(doc, path), null);
    for (let index = 0; index < value.length; index++) {
      yield withIndex(withPath(doc, path, value[index]), indexPath && makeLong(index));
    }
  } else if (keepsEmpty || !isNullish(value)) {
    yield withIndex(doc, null);
  }
}

function unwindOptions(specification: BsonValue): UnwindOptions {
  if (typeof specification === 'string') {
    return { path: pathOf(specification), indexPath: undefined, keepsEmpty: false };
  }
  if (!isPlainObject(specification)) {
    throw failure(
      15981,
      `expected either a string or an object as specification for $unwind stage, got ${typeLabel(specification)}`,
    );
  }
  for (const field of Object.keys(specification)) {
    if (!['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(field)) {
      throw failure(28811, `unrecognized option to $unwind stage: ${field}`);
    }
  }
  const { path, includeArrayIndex, preserveNullAndEmptyArrays = false } = specification;
  if (path === undefined) throw failure(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') {
    throw failure(28808, `expected a string as the path for $unwind stage, got ${typeLabel(path)}`);
  }
  if (typeof preserveNullAndEmptyArrays !== 'boolean') {
    throw failure(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeLabel(preserveNullAndEmptyArrays)}`,
    );
  }
  return {
    path: pathOf(path),
    indexPath: includeArrayIndex === undefined ? undefined : indexPathOf(includeArrayIndex),
    keepsEmpty: preserveNullAndEmptyArrays,
  };
}

function pathOf(path: string): string[] {
  if (!path.startsWith('$')) {
    throw failure(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  }
  return splitPath(path.slice(1));
}

function indexPathOf(path: BsonValue): string[] {
  if (typeof path !== 'string' || path === '') {
    throw failure(
      28810,
      `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeLabel(path)}`,
    );
  }
  if (path.startsWith('$')) {
    throw failure(
      28822,
      `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${path}`,
    );
  }
  return splitPath(path);
}
