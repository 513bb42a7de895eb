import { badValue } from '../../errors';
import { type BsonValue, type Doc, isPlainObject, isRegex } from '../../values';
import {
  PRECEDENCE,
  type FieldCondition,
  arrayCondition,
  testOfElement,
  valueCondition,
} from '../conditions';
import { naturalNumberProblem, wholePartOf } from '../integers';
import { isDocument, isOperatorObject, isPartialReference } from '../operator-object';
import { type FieldOperatorCompiler, type FieldOperatorContext } from '../operator-context';
import { type ValuePredicate } from '../types';
import { equalityTest } from './comparison';
import { regexTest } from './regex';

/** Operators that hold whole filters: under `$elemMatch` they are asked of an element's fields. */
const FILTER_OPERATORS: ReadonlySet<string> = new Set([
  '$and',
  '$or',
  '$nor',
  '$expr',
  '$text',
  '$where',
  '$jsonSchema',
  '$comment',
  '$alwaysTrue',
  '$alwaysFalse',
  '$sampleRate',
]);

/** The test of one array element that an `$elemMatch` argument stands for. */
export function elementTest(
  argument: Doc,
  context: Pick<FieldOperatorContext, 'compileFilter' | 'compileOperators'>,
): ValuePredicate {
  const firstField = Object.keys(argument)[0] ?? '';
  const asksOfValue =
    isOperatorObject(argument) &&
    !isPartialReference(argument) &&
    !FILTER_OPERATORS.has(firstField);
  if (asksOfValue) {
    return testOfElement(context.compileOperators(argument));
  }
  const predicate = context.compileFilter(argument, 'subdocument');
  return (element) => {
    // An array inside of the array is a document too, with the indexes as its field names.
    const isContainer = isDocument(element) || Array.isArray(element);
    return isContainer && predicate(element as Doc);
  };
}

const elemMatch: FieldOperatorCompiler = (operand, context) => {
  if (!isPlainObject(operand)) {
    throw badValue('$elemMatch needs an Object');
  }
  const test = elementTest(operand, context);
  return arrayCondition(PRECEDENCE.elementMatch, (value, matchContext) => {
    if (!Array.isArray(value)) {
      return false;
    }
    const index = value.findIndex((element) => test(element));
    if (index >= 0 && matchContext !== undefined) {
      matchContext.position = index;
    }
    return index >= 0;
  });
};

const size: FieldOperatorCompiler = (operand) => {
  const problem = naturalNumberProblem('$size', operand);
  if (problem !== undefined) {
    throw badValue(`Failed to parse $size. ${problem}`);
  }
  const length = Number(wholePartOf(operand)?.integer);
  return arrayCondition(
    PRECEDENCE.size,
    (value) => Array.isArray(value) && value.length === length,
  );
};

function isElemMatch(value: BsonValue): value is Doc {
  return isPlainObject(value) && Object.keys(value)[0] === '$elemMatch';
}

function allOfOne(item: BsonValue, { strings }: FieldOperatorContext): FieldCondition {
  if (isRegex(item)) {
    return valueCondition(PRECEDENCE.regex, regexTest(item));
  }
  if (isOperatorObject(item)) {
    throw badValue('no $ expressions in $all');
  }
  return valueCondition(PRECEDENCE.equality, equalityTest(item, strings));
}

const all: FieldOperatorCompiler = (operand, context) => {
  if (!Array.isArray(operand)) {
    throw badValue('$all needs an array');
  }
  if (operand.length === 0) {
    return { kind: 'never' };
  }
  if (isElemMatch(operand[0])) {
    const matches = operand.map((item) => {
      if (!isElemMatch(item)) {
        throw badValue('$all/$elemMatch has to be consistent');
      }
      return context.compileOperators({ $elemMatch: item.$elemMatch });
    });
    return { kind: 'all', of: matches };
  }
  return { kind: 'all', of: operand.map((item) => allOfOne(item, context)) };
};

/** `$all`, `$elemMatch` and `$size`. */
export const arrayOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $all: all,
  $elemMatch: elemMatch,
  $size: size,
};
