import { badValue } from '../../errors';
import { type BSONRegExp, getOwn, isBson, isRegex, toRegExp } from '../../values';
import { PRECEDENCE, valueCondition } from '../conditions';
import { locationError } from '../failures';
import { type FieldOperatorCompiler } from '../operator-context';
import { type ValuePredicate } from '../types';

/** Matches strings and symbols against a pattern; a stored regex matches when it is the same one. */
export function regexTest(pattern: string | BSONRegExp, options?: string): ValuePredicate {
  const source = isRegex(pattern) ? pattern.pattern : pattern;
  const flags = sortedFlags(options ?? (isRegex(pattern) ? pattern.options : ''));
  const regularExpression = toRegExp(pattern, options);
  return (value) => {
    if (typeof value === 'string') {
      return regularExpression.test(value);
    }
    if (isBson(value, 'BSONSymbol')) {
      return regularExpression.test(value.value);
    }
    return isRegex(value) && value.pattern === source && sortedFlags(value.options) === flags;
  };
}

function sortedFlags(flags: string): string {
  return [...flags].sort().join('');
}

const regex: FieldOperatorCompiler = (operand, { siblings }) => {
  if (typeof operand !== 'string' && !isRegex(operand)) {
    throw badValue('$regex has to be a string');
  }
  const options = getOwn(siblings, '$options');
  if (options !== undefined && typeof options !== 'string') {
    throw badValue('$options has to be a string');
  }
  const hasOwnFlags = isRegex(operand) && operand.options !== '';
  if (hasOwnFlags && options !== undefined && options !== '') {
    throw locationError(51075, 'options set in both $regex and $options');
  }
  return valueCondition(PRECEDENCE.regex, regexTest(operand, hasOwnFlags ? undefined : options));
};

const options: FieldOperatorCompiler = (_operand, { siblings }) => {
  if (!Object.hasOwn(siblings, '$regex')) {
    throw badValue('$options needs a $regex');
  }
  return undefined;
};

/** `$regex` and the `$options` beside it. */
export const regexOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $regex: regex,
  $options: options,
};
