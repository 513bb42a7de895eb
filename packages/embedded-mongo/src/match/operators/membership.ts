import { badValue } from '../../errors';
import { type BsonValue, type StringComparator, hashKey, isBson, isRegex } from '../../values';
import { PRECEDENCE, negation, valueCondition } from '../conditions';
import { isOperatorObject } from '../operator-object';
import { type FieldOperatorCompiler } from '../operator-context';
import { type ValuePredicate } from '../types';
import { equalityTest } from './comparison';
import { regexTest } from './regex';

/** Up to this many operands, trying one after the other beats hashing the value. */
const FEW = 8;

/** True for a value that equals one of the operands or matches one of the regexes among them. */
export function membershipTest(
  operands: readonly BsonValue[],
  strings?: StringComparator,
): ValuePredicate {
  const values = operands.filter((operand) => !isRegex(operand));
  const regexTests = operands.filter(isRegex).map((operand) => regexTest(operand));
  const hasValue =
    strings !== undefined || values.length <= FEW
      ? anyOf(values.map((value) => equalityTest(value, strings)))
      : hashedMembership(values);
  return regexTests.length === 0 ? hasValue : anyOf([hasValue, ...regexTests]);
}

function anyOf(tests: readonly ValuePredicate[]): ValuePredicate {
  return (value) => {
    for (const test of tests) {
      if (test(value)) {
        return true;
      }
    }
    return false;
  };
}

/** Strings and ObjectIds, the usual keys, have sets of their own that need no encoding. */
function hashedMembership(operands: readonly BsonValue[]): ValuePredicate {
  const texts = new Set<string>();
  const objectIds = new Set<string>();
  const others = new Set<string>();
  for (const operand of operands) {
    if (typeof operand === 'string') {
      texts.add(operand);
    } else if (isBson(operand, 'ObjectId')) {
      objectIds.add(operand.toHexString());
    } else {
      others.add(hashKey(operand ?? null));
    }
  }
  return (value) => {
    if (typeof value === 'string') {
      return texts.has(value);
    }
    if (isBson(value, 'ObjectId')) {
      return objectIds.has(value.toHexString());
    }
    if (isBson(value, 'BSONSymbol')) {
      return texts.has(value.value) || others.has(hashKey(value));
    }
    return others.size > 0 && others.has(hashKey(value ?? null));
  };
}

function membership(operator: string): FieldOperatorCompiler {
  return (operand, { strings }) => {
    if (!Array.isArray(operand)) {
      throw badValue(`${operator} needs an array`);
    }
    if (operand.some(isOperatorObject)) {
      throw badValue('cannot nest $ under $in');
    }
    return valueCondition(PRECEDENCE.membership, membershipTest(operand, strings));
  };
}

const isMember = membership('$in');
const isListed = membership('$nin');

/** `$in` and `$nin`. */
export const membershipOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $in: isMember,
  $nin: (operand, context) => {
    const condition = isListed(operand, context);
    return condition && negation(condition);
  },
};
