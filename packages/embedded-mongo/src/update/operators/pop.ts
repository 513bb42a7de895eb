import { failedToParse, typeMismatch } from '../../errors';
import { isNumber, toNumber, typeName } from '../../values';
import { describeElement } from '../failures';
import { changingValue, type ModifierParser } from './modifier';

/** `$pop`: takes away the last element (1) or the first one (-1). */
export const parsePop: ModifierParser = ({ path, argument }) => {
  if (!isNumber(argument))
    throw failedToParse(`Expected a number in: ${describeElement(path, argument)}`);
  const end = toNumber(argument);
  if (!Number.isInteger(end))
    throw failedToParse(`Expected an integer: ${describeElement(path, argument)}`);
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${end}`);
  return changingValue({
    update(current, target) {
      if (!Array.isArray(current))
        throw typeMismatch(
          `Path '${target.path}' contains an element of non-array type '${typeName(current)}'`,
        );
      return end === 1 ? current.slice(0, -1) : current.slice(1);
    },
  });
};
