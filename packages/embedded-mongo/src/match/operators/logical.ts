import { badValue } from '../../errors';
import { isPlainObject, isRegex, type BsonValue } from '../../values';
import { PRECEDENCE, negation, valueCondition } from '../conditions';
import {
  type FieldOperatorCompiler,
  type TopLevelOperatorCompiler,
  type TopLevelOperatorContext,
} from '../operator-context';
import { type Predicate } from '../types';
import { regexTest } from './regex';

const not: FieldOperatorCompiler = (operand, { compileOperators }) => {
  if (isRegex(operand)) {
    return negation(valueCondition(PRECEDENCE.regex, regexTest(operand)));
  }
  if (!isPlainObject(operand)) {
    throw badValue('$not needs a regex or a document');
  }
  if (Object.keys(operand).length === 0) {
    throw badValue('$not cannot be empty');
  }
  return negation(compileOperators(operand));
};

/** `$not`, the only logical operator of a field. */
export const logicalFieldOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $not: not,
};

function compileBranches(
  name: string,
  operand: BsonValue,
  { compileFilter, level }: TopLevelOperatorContext,
): Predicate[] {
  if (!Array.isArray(operand)) {
    throw badValue(`${name} must be an array`);
  }
  if (operand.length === 0) {
    throw badValue('$and/$or/$nor must be a nonempty array');
  }
  return operand.map((branch) => {
    if (!isPlainObject(branch)) {
      throw badValue('$or/$and/$nor entries need to be full objects');
    }
    return compileFilter(branch, level);
  });
}

const and: TopLevelOperatorCompiler = (operand, context, name) => {
  const branches = compileBranches(name, operand, context);
  return (doc, matchContext) => branches.every((branch) => branch(doc, matchContext));
};

const or: TopLevelOperatorCompiler = (operand, context, name) => {
  const branches = compileBranches(name, operand, context);
  return (doc, matchContext) => branches.some((branch) => branch(doc, matchContext));
};

const nor: TopLevelOperatorCompiler = (operand, context, name) => {
  const branches = compileBranches(name, operand, context);
  return (doc) => !branches.some((branch) => branch(doc));
};

/** `$and`, `$or` and `$nor`. */
export const logicalOperators: Readonly<Record<string, TopLevelOperatorCompiler>> = {
  $and: and,
  $or: or,
  $nor: nor,
};
