import { badValue } from '../../errors';
import { compileFilter, isOperatorObject, type MatchOptions } from '../../match';
import {
  type BsonValue,
  comparatorFor,
  equals,
  isPlainObject,
  isRegex,
  typeName,
} from '../../values';
import { type ElementPredicate } from '../types';
import { changingValue, type Modifier, type ModifierParser } from './modifier';

/** Operators that hold whole filters: in `$pull` these are about the fields of an element. */
const FILTER_OPERATORS: ReadonlySet<string> = new Set([
  '$and',
  '$or',
  '$nor',
  '$expr',
  '$jsonSchema',
  '$comment',
]);

/** Name of the field that holds the element while a condition looks at it. */
const ELEMENT = 'element';

/** `$pull`: takes away the elements that equal a value or meet a condition. */
export const parsePull: ModifierParser = ({ argument, match }) =>
  removing(elementPredicate(argument, match));

/** `$pullAll`: takes away the elements that equal one of the values. */
export const parsePullAll: ModifierParser = ({ argument, match }) => {
  if (!Array.isArray(argument))
    throw badValue(`$pullAll requires an array argument but was given a ${typeName(argument)}`);
  const strings = comparatorFor(match.collation);
  return removing((element) => argument.some((value) => equals(element, value, strings)));
};

function removing(isUnwanted: ElementPredicate): Modifier {
  return changingValue({
    update(current) {
      if (!Array.isArray(current)) throw badValue('Cannot apply $pull to a non-array value');
      return current.filter((element) => !isUnwanted(element));
    },
  });
}

function elementPredicate(condition: BsonValue, match: MatchOptions): ElementPredicate {
  if (isRegex(condition) || isConditionOnElement(condition)) {
    const matches = compileFilter({ [ELEMENT]: condition }, match);
    return (element) => matches({ [ELEMENT]: element });
  }
  if (isPlainObject(condition)) {
    const matches = compileFilter(condition, match);
    return (element) => isPlainObject(element) && matches(element);
  }
  const strings = comparatorFor(match.collation);
  return (element) => equals(element, condition, strings);
}

function isConditionOnElement(condition: BsonValue): boolean {
  return isOperatorObject(condition) && !FILTER_OPERATORS.has(Object.keys(condition)[0] ?? '');
}
