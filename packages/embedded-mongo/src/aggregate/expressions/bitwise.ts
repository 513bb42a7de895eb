import { type BsonValue, Long, isNumber } from '../../values';
import { failure } from '../failures';
import { isNullish, typeLabel, unary, variadic } from './arguments';
import { integerOf, kindOf, makeInteger } from './numbers';
import { type OperatorCompiler, type OperatorTable } from './scope';

function integerOperand(value: BsonValue, name: string): bigint {
  if (!isNumber(value) || kindOf(value) === 'double' || kindOf(value) === 'decimal') {
    throw failure(14, `${name} only supports int and long operands, not ${typeLabel(value)}.`);
  }
  return integerOf(value) ?? 0n;
}

function bitwise(start: bigint, apply: (left: bigint, right: bigint) => bigint): OperatorCompiler {
  return variadic((values, _scope, name) => {
    let bits = start;
    let kind: 'int' | 'long' = 'int';
    for (const value of values) {
      if (isNullish(value)) return null;
      if (value instanceof Long) kind = 'long';
      bits = apply(bits, integerOperand(value, name));
    }
    return makeInteger(bits, kind);
  });
}

/** `$bitAnd`, `$bitOr`, `$bitXor`, `$bitNot`. */
export const bitwiseOperators: OperatorTable = {
  $bitAnd: bitwise(-1n, (left, right) => left & right),
  $bitOr: bitwise(0n, (left, right) => left | right),
  $bitXor: bitwise(0n, (left, right) => left ^ right),
  $bitNot: unary((value, _scope, name) => {
    if (isNullish(value)) return null;
    return makeInteger(~integerOperand(value, name), value instanceof Long ? 'long' : 'int');
  }),
};
