import { type BsonValue, getOwn, isPlainObject } from '../../values';
import { failure } from '../failures';
import { typeLabel } from './arguments';
import { type Cell, type Evaluate, type OperatorTable, type Scope, constant } from './scope';

/** Refuses names of variables that MongoDB keeps for itself. */
export function checkVariableName(name: string): void {
  if (name === '') throw failure(16866, 'empty variable names are not allowed');
  if (name === 'CURRENT') return;
  if (!/^[a-z\u0080-\uffff]/.test(name)) {
    throw failure(16867, `'${name}' starts with an invalid character for a user variable name`);
  }
  if (!/^[\w\u0080-\uffff]*$/.test(name)) {
    throw failure(16868, `'${name}' contains an invalid character for a variable name`);
  }
}

function compileLet(argument: BsonValue, scope: Scope): Evaluate {
  if (!isPlainObject(argument))
    throw failure(16874, '$let only supports an object as its argument');
  for (const field of Object.keys(argument)) {
    if (field !== 'vars' && field !== 'in') {
      throw failure(16875, `Unrecognized parameter to $let: ${field}`);
    }
  }
  const vars = argument['vars'];
  if (!Object.hasOwn(argument, 'vars')) throw failure(16876, "Missing 'vars' parameter to $let");
  if (!Object.hasOwn(argument, 'in')) throw failure(16877, "Missing 'in' parameter to $let");
  if (!isPlainObject(vars)) {
    throw failure(10065, `invalid parameter: expected an object (vars), found ${typeLabel(vars)}`);
  }
  let inner = scope;
  const bindings: { cell: Cell; evaluate: Evaluate }[] = [];
  for (const name of Object.keys(vars)) {
    checkVariableName(name);
    // The variables of one $let do not see each other, so they are compiled in the outer scope.
    const evaluate = scope.compile(getOwn(vars, name));
    const bound = inner.with(name);
    inner = bound.scope;
    bindings.push({ cell: bound.cell, evaluate });
  }
  const body = inner.compile(argument['in']);
  return (doc) => {
    for (const { cell, evaluate } of bindings) cell.value = evaluate(doc);
    return body(doc);
  };
}

/** `$let`, `$literal`, `$const`. */
export const variableOperators: OperatorTable = {
  $let: compileLet,
  $literal: (argument) => constant(argument),
  $const: (argument) => constant(argument),
};
