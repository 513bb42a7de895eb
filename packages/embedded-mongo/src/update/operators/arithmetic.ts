import { badValue, typeMismatch } from '../../errors';
import {
  add,
  type BsonValue,
  describe,
  isNumber,
  multiply,
  type NumericValue,
  typeName,
} from '../../values';
import { describeElement, describeId } from '../failures';
import { type Target } from '../target';
import { changingValue, type Modifier, type ModifierField, type ModifierParser } from './modifier';

type Operation = (current: NumericValue, operand: NumericValue) => NumericValue;

const addOrWiden: Operation = (current, operand) => add(current, operand, 'double');
const multiplyOrWiden: Operation = (current, operand) => multiply(current, operand, 'double');

/** `$inc`: adds to a number; a missing one counts as 0. */
export const parseIncrement: ModifierParser = (field) =>
  arithmetic(field, 'increment', addOrWiden, (operand) => operand);

/** `$mul`: multiplies a number; a missing one becomes 0 of the argument's type. */
export const parseMultiply: ModifierParser = (field) =>
  arithmetic(field, 'multiply', multiplyOrWiden, (operand) => multiply(0, operand));

function arithmetic(
  { operator, path, argument }: ModifierField,
  verb: string,
  operation: Operation,
  firstValue: (operand: NumericValue) => NumericValue,
): Modifier {
  if (!isNumber(argument))
    throw typeMismatch(
      `Cannot ${verb} with non-numeric argument: {${describeElement(path, argument)}}`,
    );
  return changingValue({
    update: (current, target) => compute(operator, operation, current, argument, target),
    create: () => firstValue(argument),
  });
}

function compute(
  operator: string,
  operation: Operation,
  current: BsonValue,
  operand: NumericValue,
  target: Target,
): NumericValue {
  if (!isNumber(current))
    throw typeMismatch(
      `Cannot apply ${operator} to a value of non-numeric type. {${describeId(target.root)}} ` +
        `has the field '${target.fieldName}' of non-numeric type ${typeName(current)}`,
    );
  const result = operation(current, operand);
  // Integers beyond 64 bits have become a double, which an update refuses.
  if (isIntegerType(current) && isIntegerType(operand) && !isIntegerType(result))
    throw badValue(
      `Failed to apply ${operator} operations to current value ` +
        `(${describe(current)}) for document {${describeId(target.root)}}`,
    );
  return result;
}

function isIntegerType(value: NumericValue): boolean {
  const type = typeName(value);
  return type === 'int' || type === 'long';
}
