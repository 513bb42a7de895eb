import { sortDocuments } from '../../sort';
import { type BsonValue, type Doc, compare, isPlainObject, isTruthy, toNumber } from '../../values';
import { failure } from '../failures';
import { fieldsOf, isNullish, typeLabel } from './arguments';
import { positiveCount } from './array-selection';
import { type Cell, type Evaluate, type OperatorTable, type Scope } from './scope';
import { checkVariableName } from './variables';

/** The scope of an operator that names each element, `this` unless told otherwise. */
function withElement(scope: Scope, fields: Doc): { scope: Scope; cell: Cell } {
  const name = fields.as ?? 'this';
  if (typeof name !== 'string') throw failure(9, "'as' must be a string");
  checkVariableName(name);
  return scope.with(name);
}

function compileMap(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const fields = fieldsOf(argument, name, ['input', 'in'], ['as']);
  const input = scope.compile(fields.input);
  const element = withElement(scope, fields);
  const body = element.scope.compile(fields.in);
  return (doc) => {
    const list = input(doc);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw failure(16883, `input to $map must be an array not ${typeLabel(list)}`);
    }
    return list.map((value) => {
      element.cell.value = value;
      return body(doc) ?? null;
    });
  };
}

function compileFilter(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const fields = fieldsOf(argument, name, ['input', 'cond'], ['as', 'limit']);
  const input = scope.compile(fields.input);
  const limit = Object.hasOwn(fields, 'limit') ? scope.compile(fields.limit) : undefined;
  const element = withElement(scope, fields);
  const condition = element.scope.compile(fields.cond);
  return (doc) => {
    const list = input(doc);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw failure(28651, `input to $filter must be an array not ${typeLabel(list)}`);
    }
    const most = limit?.(doc);
    const count = isNullish(most) ? Infinity : positiveCount(most, name);
    const kept: BsonValue[] = [];
    for (const value of list) {
      if (kept.length >= count) break;
      element.cell.value = value;
      if (isTruthy(condition(doc))) kept.push(value);
    }
    return kept;
  };
}

function compileReduce(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const fields = fieldsOf(argument, name, ['input', 'initialValue', 'in']);
  const input = scope.compile(fields.input);
  const initial = scope.compile(fields.initialValue);
  const total = scope.with('value');
  const element = total.scope.with('this');
  const body = element.scope.compile(fields.in);
  return (doc) => {
    const list = input(doc);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw failure(40080, `$reduce requires that 'input' be an array, found: ${typeLabel(list)}`);
    }
    let value = initial(doc);
    for (const item of list) {
      total.cell.value = value;
      element.cell.value = item;
      value = body(doc);
    }
    return value;
  };
}

function compileSortArray(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const fields = fieldsOf(argument, name, ['input', 'sortBy']);
  const input = scope.compile(fields.input);
  const order = arrayOrder(fields.sortBy, scope);
  return (doc) => {
    const list = input(doc);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw failure(
        2942504,
        `The input argument to $sortArray must be an array, but was of type: ${typeLabel(list)}`,
      );
    }
    return order(list);
  };
}

function arrayOrder(sortBy: BsonValue, scope: Scope): (list: BsonValue[]) => BsonValue[] {
  if (isPlainObject(sortBy)) {
    const asDocument = (element: BsonValue): Doc => (isPlainObject(element) ? element : {});
    return (list) => sortDocuments([...list], asDocument, sortBy);
  }
  const direction = toNumber(sortBy);
  if (direction !== 1 && direction !== -1) {
    throw failure(2942507, '$sortArray: sortBy must be 1, -1 or a document');
  }
  return (list) =>
    list.toSorted((left, right) => direction * compare(left, right, scope.settings.strings));
}

/** `$map`, `$filter`, `$reduce`, `$sortArray`. */
export const arrayIterationOperators: OperatorTable = {
  $map: compileMap,
  $filter: compileFilter,
  $reduce: compileReduce,
  $sortArray: compileSortArray,
};
