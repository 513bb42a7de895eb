import { badValue } from '../../errors';
import { type BsonValue, type Binary, describe, isBson, isNumber, toNumber } from '../../values';
import { PRECEDENCE, valueCondition } from '../conditions';
import { parseNaturalNumber, wholePartOf } from '../integers';
import { type FieldOperatorCompiler } from '../operator-context';

const INT32_MAX = 2 ** 31 - 1;
const INT32_MIN = -(2 ** 31);

function parsePosition(position: BsonValue): bigint {
  const shown = describe(position);
  if (!isNumber(position)) {
    throw badValue(`bit positions must be an integer but got: ${shown}`);
  }
  const number = toNumber(position);
  if (Number.isNaN(number)) {
    throw badValue(`bit positions cannot take a NaN: ${shown}`);
  }
  if (number > INT32_MAX || number < INT32_MIN) {
    throw badValue(`bit positions cannot be represented as a 32-bit signed integer: ${shown}`);
  }
  if (!Number.isInteger(number)) {
    throw badValue(`bit positions must be an integer but got: ${shown}`);
  }
  if (number < 0) {
    throw badValue(`bit positions must be >= 0 but got: ${shown}`);
  }
  return BigInt(number);
}

/** Bit n of binary data is bit n mod 8 of byte n / 8. */
function bitsOfBinary(binary: Binary): bigint {
  const hex = Buffer.from(binary.buffer.subarray(0, binary.position)).reverse().toString('hex');
  return hex === '' ? 0n : BigInt(`0x${hex}`);
}

/** Which bits to look at, as positions: a mask could be 2 billion bits wide. */
type BitReader = (bits: bigint, position: bigint) => boolean;

const isSet: BitReader = (bits, position) => ((bits >> position) & 1n) === 1n;

function parsePositions(operator: string, path: string, operand: BsonValue): bigint[] {
  if (Array.isArray(operand)) {
    return operand.map(parsePosition);
  }
  if (isNumber(operand)) {
    return positionsIn(parseNaturalNumber(operator, operand));
  }
  if (isBson(operand, 'Binary')) {
    return positionsIn(bitsOfBinary(operand));
  }
  throw badValue(
    `${path} takes an Array, a number, or a BinData but received: ${operator}: ${describe(operand)}`,
  );
}

function positionsIn(mask: bigint): bigint[] {
  const positions: bigint[] = [];
  const digits = mask.toString(2);
  for (let index = digits.length - 1; index >= 0; index--) {
    if (digits[index] === '1') {
      positions.push(BigInt(digits.length - 1 - index));
    }
  }
  return positions;
}

/** The bits of a number, sign extended without end, or of binary data; others have none. */
function bitsOf(value: BsonValue): bigint | undefined {
  if (isBson(value, 'Binary')) {
    return bitsOfBinary(value);
  }
  if (!isNumber(value)) {
    return undefined;
  }
  const whole = wholePartOf(value);
  return whole?.isExact === true ? whole.integer : undefined;
}

function bitTest(
  operator: string,
  decide: (bits: bigint, positions: readonly bigint[]) => boolean,
): FieldOperatorCompiler {
  return (operand, { path }) => {
    const positions = parsePositions(operator, path, operand);
    return valueCondition(PRECEDENCE.bits, (value) => {
      const bits = bitsOf(value);
      return bits !== undefined && decide(bits, positions);
    });
  };
}

/** `$bitsAllSet`, `$bitsAllClear`, `$bitsAnySet` and `$bitsAnyClear`. */
export const bitwiseOperators: Readonly<Record<string, FieldOperatorCompiler>> = {
  $bitsAllSet: bitTest('$bitsAllSet', (bits, positions) =>
    positions.every((position) => isSet(bits, position)),
  ),
  $bitsAllClear: bitTest('$bitsAllClear', (bits, positions) =>
    positions.every((position) => !isSet(bits, position)),
  ),
  $bitsAnySet: bitTest('$bitsAnySet', (bits, positions) =>
    positions.some((position) => isSet(bits, position)),
  ),
  $bitsAnyClear: bitTest('$bitsAnyClear', (bits, positions) =>
    positions.some((position) => !isSet(bits, position)),
  ),
};
