import { type BsonValue, isPlainObject, isTruthy } from '../../values';
import { failure } from '../failures';
import { isNullish, operands, typeLabel } from './arguments';
import { type Evaluate, type OperatorTable, type Scope } from './scope';

function compileCondition(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const [test, whenTrue, whenFalse] = conditionParts(argument, scope, name);
  return (doc) => (isTruthy(test(doc)) ? whenTrue(doc) : whenFalse(doc));
}

function conditionParts(
  argument: BsonValue,
  scope: Scope,
  name: string,
): [Evaluate, Evaluate, Evaluate] {
  if (!isPlainObject(argument)) {
    return operands(argument, scope, name, 3) as [Evaluate, Evaluate, Evaluate];
  }
  for (const field of Object.keys(argument)) {
    if (!['if', 'then', 'else'].includes(field)) {
      throw failure(17083, `Unrecognized parameter to $cond: ${field}`);
    }
  }
  const part = (field: string, code: number): Evaluate => {
    if (!Object.hasOwn(argument, field)) {
      throw failure(code, `Missing '${field}' parameter to $cond`);
    }
    return scope.compile(argument[field]);
  };
  return [part('if', 17080), part('then', 17081), part('else', 17082)];
}

function compileIfNull(argument: BsonValue, scope: Scope): Evaluate {
  const list = Array.isArray(argument) ? argument : [argument];
  if (list.length < 2) {
    throw failure(1257300, `$ifNull needs at least two arguments, had: ${list.length}`);
  }
  const compiled = list.map((operand) => scope.compile(operand));
  return (doc) => {
    let value: BsonValue;
    for (const operand of compiled) {
      value = operand(doc);
      if (!isNullish(value)) return value;
    }
    return value;
  };
}

function compileSwitch(argument: BsonValue, scope: Scope): Evaluate {
  if (!isPlainObject(argument)) {
    throw failure(
      40060,
      `$switch requires an object as an argument, found: ${typeLabel(argument)}`,
    );
  }
  for (const field of Object.keys(argument)) {
    if (field !== 'branches' && field !== 'default') {
      throw failure(40067, `$switch found an unknown argument: ${field}`);
    }
  }
  const { branches } = argument;
  if (branches !== undefined && !Array.isArray(branches)) {
    throw failure(40061, `$switch expected an array for 'branches', found: ${typeLabel(branches)}`);
  }
  if (!branches || branches.length === 0) {
    throw failure(40068, '$switch requires at least one branch.');
  }
  const compiled = branches.map((branch) => compileBranch(branch, scope));
  const otherwise = Object.hasOwn(argument, 'default')
    ? scope.compile(argument['default'])
    : undefined;
  return (doc) => {
    for (const branch of compiled) {
      if (isTruthy(branch.test(doc))) return branch.result(doc);
    }
    if (!otherwise) {
      throw failure(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    }
    return otherwise(doc);
  };
}

function compileBranch(branch: BsonValue, scope: Scope): { test: Evaluate; result: Evaluate } {
  if (!isPlainObject(branch)) {
    throw failure(
      40062,
      `$switch expected each branch to be an object, found: ${typeLabel(branch)}`,
    );
  }
  for (const field of Object.keys(branch)) {
    if (field !== 'case' && field !== 'then') {
      throw failure(40063, `$switch found an unknown argument to a branch: ${field}`);
    }
  }
  if (!Object.hasOwn(branch, 'case')) {
    throw failure(40064, "$switch requires each branch have a 'case' expression");
  }
  if (!Object.hasOwn(branch, 'then')) {
    throw failure(40065, "$switch requires each branch have a 'then' expression.");
  }
  return { test: scope.compile(branch['case']), result: scope.compile(branch['then']) };
}

/** `$cond`, `$ifNull`, `$switch`. */
export const conditionalOperators: OperatorTable = {
  $cond: compileCondition,
  $ifNull: compileIfNull,
  $switch: compileSwitch,
};
