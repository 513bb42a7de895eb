import { badValue, typeMismatch } from '../../errors';
import {
  type BsonValue,
  cloneValue,
  comparatorFor,
  describe,
  equals,
  getOwn,
  isPlainObject,
  type StringComparator,
  typeName,
} from '../../values';
import { changingValue, type ModifierParser } from './modifier';

/** `$addToSet`: appends the values that the array does not have yet. */
export const parseAddToSet: ModifierParser = ({ argument, match }) => {
  const values = parseValues(argument);
  const strings = comparatorFor(match.collation);
  return changingValue({
    update(current, target) {
      if (!Array.isArray(current))
        throw badValue(
          'Cannot apply $addToSet to non-array field. Field named ' +
            `'${target.fieldName}' has non-array type ${typeName(current)}`,
        );
      return united(current, values, strings);
    },
    create: () => united([], values, strings),
  });
};

function parseValues(argument: BsonValue): readonly BsonValue[] {
  if (!isPlainObject(argument) || Object.keys(argument)[0] !== '$each') return [argument];
  const values = getOwn(argument, '$each');
  if (!Array.isArray(values))
    throw typeMismatch(
      `The argument to $each in $addToSet must be an array but it was of type ${typeName(values)}`,
    );
  if (Object.keys(argument).length > 1)
    throw badValue(`Found unexpected fields after $each in $addToSet: ${describe(argument)}`);
  return values;
}

function united(
  current: readonly BsonValue[],
  values: readonly BsonValue[],
  strings: StringComparator | undefined,
): BsonValue[] {
  const result = [...current];
  for (const value of values)
    if (!result.some((element) => equals(element, value, strings))) result.push(cloneValue(value));
  return result;
}
