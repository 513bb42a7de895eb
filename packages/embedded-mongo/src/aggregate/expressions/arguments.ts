import { type BsonValue, type Doc, describe, isPlainObject, typeName } from '../../values';
import { failure } from '../failures';
import { type Evaluate, type OperatorCompiler, type Scope } from './scope';

/** Null and missing behave alike in nearly every operator. */
export function isNullish(value: BsonValue): value is null | undefined {
  return value === null || value === undefined;
}

/** The name of a value's type as error messages print it. */
export function typeLabel(value: BsonValue): string {
  return value === undefined ? 'missing' : typeName(value);
}

/** The operands of an operator: an array of expressions, or one expression without its brackets. */
export function operands(
  argument: BsonValue,
  scope: Scope,
  name: string,
  minimum: number,
  maximum: number = minimum,
): Evaluate[] {
  const list = Array.isArray(argument) ? argument : [argument];
  if (list.length < minimum || list.length > maximum) {
    throw minimum === maximum
      ? failure(
          16020,
          `Expression ${name} takes exactly ${minimum} arguments. ${list.length} were passed in.`,
        )
      : failure(
          28667,
          `Expression ${name} takes at least ${minimum} arguments, and at most ${maximum}, but ${list.length} were passed in.`,
        );
  }
  return list.map((operand) => scope.compile(operand));
}

/** An operator of one operand. */
export function unary(
  apply: (value: BsonValue, scope: Scope, name: string) => BsonValue,
): OperatorCompiler {
  return (argument, scope, name) => {
    const [operand] = operands(argument, scope, name, 1) as [Evaluate];
    return (doc) => apply(operand(doc), scope, name);
  };
}

/** An operator of two operands. */
export function binary(
  apply: (left: BsonValue, right: BsonValue, scope: Scope, name: string) => BsonValue,
): OperatorCompiler {
  return (argument, scope, name) => {
    const [left, right] = operands(argument, scope, name, 2) as [Evaluate, Evaluate];
    return (doc) => apply(left(doc), right(doc), scope, name);
  };
}

/** An operator of any number of operands. */
export function variadic(
  apply: (values: BsonValue[], scope: Scope, name: string) => BsonValue,
): OperatorCompiler {
  return (argument, scope, name) => {
    const list = operands(argument, scope, name, 0, Infinity);
    return (doc) =>
      apply(
        list.map((operand) => operand(doc)),
        scope,
        name,
      );
  };
}

/** Checks that an operator got an object of known fields, with the required ones among them. */
export function fieldsOf(
  argument: BsonValue,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Doc {
  if (!isPlainObject(argument)) {
    throw failure(9, `${name} requires an object as an argument, found: ${typeLabel(argument)}`);
  }
  for (const field of Object.keys(argument)) {
    if (!required.includes(field) && !optional.includes(field)) {
      throw failure(9, `Unrecognized argument to ${name}: ${field}`);
    }
  }
  for (const field of required) {
    if (!Object.hasOwn(argument, field)) {
      throw failure(9, `Missing '${field}' parameter to ${name}: ${describe(argument)}`);
    }
  }
  return argument;
}

/** Compiles the named arguments of an operator; those that were not given are absent. */
export function namedOperands(
  argument: BsonValue,
  scope: Scope,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
): Partial<Record<string, Evaluate>> {
  const fields = fieldsOf(argument, name, required, optional);
  return Object.fromEntries(
    Object.entries(fields).map(([field, expression]) => [field, scope.compile(expression)]),
  );
}

const missing: Evaluate = () => undefined;

/** An optional operand, or one that is always missing. */
export function orMissing(operand: Evaluate | undefined): Evaluate {
  return operand ?? missing;
}
