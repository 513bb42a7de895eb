import { badValue } from '../../errors';
import { type BsonValue, isPlainObject, Long, toNumber, typeName } from '../../values';
import { describeElement, describeId } from '../failures';
import { changingValue, type ModifierParser } from './modifier';

type Integer = number | Long;
type BitOperation = (a: bigint, b: bigint) => bigint;

const FORMAT = 'The format is: {$bit: {field: {and/or/xor: #}}';

const BIT_OPERATIONS: ReadonlyMap<string, BitOperation> = new Map<string, BitOperation>([
  ['and', (a, b) => a & b],
  ['or', (a, b) => a | b],
  ['xor', (a, b) => a ^ b],
]);

interface Step {
  readonly operation: BitOperation;
  readonly operand: Integer;
}

/** `$bit`: and, or and xor of an integer; a missing one counts as 0. */
export const parseBit: ModifierParser = ({ argument }) => {
  const steps = parseSteps(argument);
  return changingValue({
    update(current, target) {
      if (!isInteger(current))
        throw badValue(
          `Cannot apply $bit to a value of non-integral type.${describeId(target.root)} ` +
            `has the field ${target.fieldName} of non-integer type ${typeName(current)}`,
        );
      return steps.reduce(applyStep, current);
    },
    create: () => steps.reduce<Integer>(applyStep, 0),
  });
};

function parseSteps(argument: BsonValue): Step[] {
  if (!isPlainObject(argument))
    throw badValue(
      `The $bit modifier is not compatible with a ${typeName(argument)}. You must pass in an ` +
        'embedded document: {$bit: {field: {and/or/xor: #}}',
    );
  const steps = Object.entries(argument).map(([name, operand]) => {
    const operation = BIT_OPERATIONS.get(name);
    if (operation === undefined)
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an ` +
          `unknown operator: {${describeElement(name, operand)}}`,
      );
    if (!isInteger(operand))
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(operand)}' is not ` +
          `supported here: {${describeElement(name, operand)}}`,
      );
    return { operation, operand };
  });
  if (steps.length === 0)
    throw badValue(`You must pass in at least one bitwise operation. ${FORMAT}`);
  return steps;
}

function isInteger(value: BsonValue): value is Integer {
  const type = typeName(value);
  return type === 'int' || type === 'long';
}

/** An int32 stays one unless the other side has 64 bits. */
function applyStep(current: Integer, { operation, operand }: Step): Integer {
  const result = operation(toBigInt(current), toBigInt(operand));
  const isWide = typeName(current) === 'long' || typeName(operand) === 'long';
  return isWide ? Long.fromBigInt(result) : Number(result);
}

function toBigInt(value: Integer): bigint {
  return Long.isLong(value) ? value.toBigInt() : BigInt(toNumber(value));
}
