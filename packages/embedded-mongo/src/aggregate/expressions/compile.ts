import {
  type BsonValue,
  type Doc,
  type StringComparator,
  describe,
  getOwn,
  isPlainObject,
  setOwn,
} from '../../values';
import { failure } from '../failures';
import { compilePathOf, compileRootPath } from './field-path';
import { operatorFor } from './operators';
import { type Evaluate, Scope, constant, constantOf } from './scope';

/** Compiles an expression within a scope. */
export function compileIn(expression: BsonValue, scope: Scope): Evaluate {
  if (typeof expression === 'string') return compileString(expression, scope);
  if (Array.isArray(expression)) return compileArray(expression, scope);
  if (isPlainObject(expression)) return compileObject(expression, scope);
  return constant(expression);
}

/** A scope for a pipeline's or a filter's expressions, with the values of the given variables. */
export function createScope(
  variables?: Doc,
  settings: { now?: Date | undefined; strings?: StringComparator | undefined } = {},
): Scope {
  const now = settings.now ?? new Date();
  let scope = new Scope(compileIn, { now, strings: settings.strings });
  for (const [name, value] of Object.entries(variables ?? {})) {
    scope = scope.with(name, value).scope;
  }
  return scope;
}

function compileString(text: string, scope: Scope): Evaluate {
  if (!text.startsWith('$')) return constant(text);
  if (text.startsWith('$$')) return compileVariable(text.slice(2), scope);
  if (text === '$') throw failure(16872, `'$' by itself is not a valid FieldPath`);
  const current = scope.find('CURRENT');
  if (!current) return compileRootPath(text.slice(1));
  return compilePathOf(() => current.value, text.slice(1).split('.'));
}

function compileVariable(reference: string, scope: Scope): Evaluate {
  if (reference === '') throw failure(16870, `'$$' by itself is not a valid FieldPath`);
  const [name, ...path] = reference.split('.') as [string, ...string[]];
  const cell = scope.find(name);
  if (cell) return compilePathOf(() => cell.value, path);
  switch (name) {
    case 'ROOT':
    case 'CURRENT':
      return path.length > 0 ? compileRootPath(path.join('.')) : (doc) => doc;
    case 'NOW':
      return compilePathOf(constant(scope.settings.now), path);
    case 'REMOVE':
      return compilePathOf(constant(undefined), path);
    case 'KEEP':
    case 'PRUNE':
    case 'DESCEND':
      return compilePathOf(constant(name.toLowerCase()), path);
    case 'CLUSTER_TIME':
      throw failure(51144, "Builtin variable '$$CLUSTER_TIME' is not available");
    default:
      throw failure(17276, `Use of undefined variable: ${name}`);
  }
}

function compileArray(elements: readonly BsonValue[], scope: Scope): Evaluate {
  const compiled = elements.map((element) => scope.compile(element));
  const values = compiled.map((evaluate) => constantOf(evaluate));
  if (values.every((value) => value !== undefined)) {
    return constant(values.map((cell) => cell.value ?? null));
  }
  return (doc) => compiled.map((evaluate) => evaluate(doc) ?? null);
}

function compileObject(expression: Doc, scope: Scope): Evaluate {
  const fields = Object.keys(expression);
  const first = fields[0];
  if (first === undefined) return constant(expression);
  if (first.startsWith('$')) {
    if (fields.length > 1) {
      throw failure(
        15983,
        `an object representing an expression must have exactly one field: ${describe(expression)}`,
      );
    }
    const operator = operatorFor(first);
    if (!operator) throw failure(168, `Unrecognized expression '${first}'`);
    return operator(getOwn(expression, first), scope, first);
  }
  return compileFields(expression, fields, scope);
}

function compileFields(expression: Doc, fields: readonly string[], scope: Scope): Evaluate {
  const compiled = fields.map((field): [string, Evaluate] => {
    if (field.startsWith('$')) {
      throw failure(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    if (field.includes('.')) throw failure(16412, "FieldPath field names may not contain '.'.");
    return [field, scope.compile(getOwn(expression, field))];
  });
  const build: Evaluate = (doc) => {
    const result: Doc = {};
    for (const [field, evaluate] of compiled) {
      const value = evaluate(doc);
      if (value !== undefined) setOwn(result, field, value);
    }
    return result;
  };
  return compiled.every(([, evaluate]) => constantOf(evaluate)) ? constant(build({})) : build;
}
