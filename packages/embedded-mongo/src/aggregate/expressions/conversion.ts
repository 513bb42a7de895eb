import { CommandError } from '../../errors';
import {
  type BsonValue,
  describe,
  isNumber,
  isPlainObject,
  toNumber,
  typeNumber,
  typeNumberOfAlias,
} from '../../values';
import { failure } from '../failures';
import { fieldsOf, isNullish, operands, typeLabel } from './arguments';
import {
  type Converter,
  conversionFailure,
  toBoolean,
  toDate,
  toDecimal,
  toDouble,
  toInt,
  toLong,
  toObjectId,
  toText,
  toUuid,
} from './converters';
import { type Evaluate, type OperatorCompiler, type OperatorTable, type Scope } from './scope';

const CONVERTERS: ReadonlyMap<number, Converter> = new Map([
  [1, toDouble],
  [2, toText],
  [7, toObjectId],
  [8, toBoolean],
  [9, toDate],
  [16, toInt],
  [18, toLong],
  [19, toDecimal],
]);

const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [3, 'object'],
  [4, 'array'],
  [5, 'binData'],
  [11, 'regex'],
  [17, 'timestamp'],
]);

function targetType(to: BsonValue): number {
  const type = isPlainObject(to) ? to.type : to;
  if (typeof type === 'string') {
    const number = typeNumberOfAlias(type);
    if (number === undefined) throw failure(2, `Unknown type name: ${type}`);
    return number;
  }
  if (!isNumber(type)) {
    throw failure(
      9,
      `$convert's 'to' argument must be a string or number, but is ${typeLabel(type)}`,
    );
  }
  return toNumber(type);
}

function convert(value: NonNullable<BsonValue>, type: number): BsonValue {
  const converter = CONVERTERS.get(type);
  if (converter) return converter(value);
  if (typeNumber(value) === type) return value;
  throw conversionFailure(
    `Unsupported conversion from ${typeLabel(value)} to ${TYPE_NAMES.get(type) ?? describe(type)}`,
  );
}

function compileConvert(argument: BsonValue, scope: Scope, name: string): Evaluate {
  const fields = fieldsOf(
    argument,
    name,
    ['input', 'to'],
    ['onError', 'onNull', 'format', 'byteOrder'],
  );
  for (const refused of ['format', 'byteOrder']) {
    if (Object.hasOwn(fields, refused)) {
      throw failure(238, `$convert with ${refused} is not supported by the embedded server`);
    }
  }
  const input = scope.compile(fields.input);
  const to = scope.compile(fields.to);
  const onError = Object.hasOwn(fields, 'onError') ? scope.compile(fields.onError) : undefined;
  const onNull = Object.hasOwn(fields, 'onNull') ? scope.compile(fields.onNull) : undefined;
  return (doc) => {
    const value = input(doc);
    if (isNullish(value)) return onNull ? onNull(doc) : null;
    const target = to(doc);
    if (isNullish(target)) return null;
    const type = targetType(target);
    if (!onError) return convert(value, type);
    try {
      return convert(value, type);
    } catch (error) {
      if (error instanceof CommandError && error.code === 241) return onError(doc);
      throw error;
    }
  };
}

/** The short forms, such as `$toInt`, are `$convert` without onError and onNull. */
function shorthand(converter: Converter): OperatorCompiler {
  return (argument, scope, name) => {
    const [operand] = operands(argument, scope, name, 1) as [Evaluate];
    return (doc) => {
      const value = operand(doc);
      return isNullish(value) ? null : converter(value);
    };
  };
}

/** `$convert` and its short forms. */
export const conversionOperators: OperatorTable = {
  $convert: compileConvert,
  $toBool: shorthand(toBoolean),
  $toDate: shorthand(toDate),
  $toDecimal: shorthand(toDecimal),
  $toDouble: shorthand(toDouble),
  $toInt: shorthand(toInt),
  $toLong: shorthand(toLong),
  $toObjectId: shorthand(toObjectId),
  $toString: shorthand(toText),
  $toUUID: shorthand(toUuid),
};
