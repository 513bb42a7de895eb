import { type CommandError } from '../../errors';
import {
  Binary,
  BSONSymbol,
  type BsonValue,
  Decimal128,
  Long,
  type NumericValue,
  ObjectId,
  Timestamp,
  isNumber,
  toNumber,
} from '../../values';
import { failure } from '../failures';
import { typeLabel } from './arguments';
import { parseDateString } from './dates/parse-date';
import { roundDecimal } from './decimals';
import { formatNumber } from './format-number';
import {
  MAX_INT,
  MAX_LONG,
  MIN_INT,
  MIN_LONG,
  decimalOf,
  isInt,
  kindOf,
  makeDouble,
  makeLong,
} from './numbers';

/** Converts a value that is neither null nor missing. */
export type Converter = (value: NonNullable<BsonValue>) => BsonValue;

/** The error that a `$convert` without onError ends with. */
export function conversionFailure(message: string, detail = ''): CommandError {
  return failure(241, `${message} in $convert with no onError value${detail && `: ${detail}`}`);
}

function unsupportedConversion(value: BsonValue, target: string): CommandError {
  return conversionFailure(`Unsupported conversion from ${typeLabel(value)} to ${target}`);
}

const REAL_NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;
const WHOLE_NUMBER = /^[+-]?\d+$/;

/** Checks a number written as text: no spaces, no hexadecimal, nothing after the digits. */
function demandNumberText(text: string, pattern: RegExp): void {
  if (/^[+-]?0x/i.test(text)) {
    throw conversionFailure('Illegal hexadecimal input', text);
  }
  if (pattern.test(text)) return;
  const detail = text === '' ? 'No digits' : 'Did not consume whole string.';
  throw conversionFailure(`Failed to parse number '${text}'`, detail);
}

function numberOfText(text: string): number {
  if (/inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text);
}

/** `$toDouble` */
export function toDouble(value: NonNullable<BsonValue>): BsonValue {
  if (typeof value === 'number') return makeDouble(value);
  if (typeof value === 'string') {
    demandNumberText(value, REAL_NUMBER);
    const number = numberOfText(value);
    if (!Number.isFinite(number) && /\d/.test(value)) {
      throw conversionFailure(`Failed to parse number '${value}'`, 'Out of range');
    }
    return makeDouble(number);
  }
  if (typeof value === 'boolean') return makeDouble(value ? 1 : 0);
  if (value instanceof Date) return makeDouble(value.getTime());
  if (!isNumber(value)) throw unsupportedConversion(value, 'double');
  const number = toNumber(value);
  if (!Number.isFinite(number) && value instanceof Decimal128 && /\d/.test(value.toString())) {
    throw conversionFailure('Conversion would overflow target type', value.toString());
  }
  return makeDouble(number);
}

/** `$toDecimal` */
export function toDecimal(value: NonNullable<BsonValue>): BsonValue {
  if (isNumber(value)) return decimalOf(value);
  if (typeof value === 'string') {
    demandNumberText(value, REAL_NUMBER);
    return Decimal128.fromStringWithRounding(value);
  }
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  throw unsupportedConversion(value, 'decimal');
}

/** The whole part of a number, as the integer conversions take it. */
function wholePart(value: NumericValue): bigint {
  if (value instanceof Long) return value.toBigInt();
  const number = toNumber(value);
  if (Number.isNaN(number)) throw conversionFailure('Attempt to convert NaN value to integer type');
  if (value instanceof Decimal128 && /\d/.test(value.toString())) {
    if (Math.abs(number) > 1e30) return BigInt(Math.trunc(Math.min(number, 1e300)));
    const whole = roundDecimal(value, 0, 'down').toString();
    return /^-?\d+$/.test(whole) ? BigInt(whole) : BigInt(Math.trunc(number));
  }
  if (!Number.isFinite(number)) {
    throw conversionFailure('Attempt to convert infinity value to integer type');
  }
  return BigInt(Math.trunc(number));
}

function integerOfText(text: string, minimum: bigint, maximum: bigint): bigint {
  demandNumberText(text, WHOLE_NUMBER);
  const value = BigInt(text.replace(/^\+/, ''));
  if (value < minimum || value > maximum) {
    throw conversionFailure(`Failed to parse number '${text}'`, 'Overflow');
  }
  return value;
}

function demandRange(value: bigint, minimum: bigint, maximum: bigint): bigint {
  if (value < minimum || value > maximum) {
    throw conversionFailure('Conversion would overflow target type', String(value));
  }
  return value;
}

/** `$toInt` */
export function toInt(value: NonNullable<BsonValue>): BsonValue {
  if (typeof value === 'number' && isInt(value)) return value;
  const [minimum, maximum] = [BigInt(MIN_INT), BigInt(MAX_INT)];
  if (typeof value === 'string') return Number(integerOfText(value, minimum, maximum));
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (!isNumber(value)) throw unsupportedConversion(value, 'int');
  return Number(demandRange(wholePart(value), minimum, maximum));
}

/** `$toLong` */
export function toLong(value: NonNullable<BsonValue>): BsonValue {
  if (typeof value === 'string') return makeLong(integerOfText(value, MIN_LONG, MAX_LONG));
  if (typeof value === 'boolean') return makeLong(value ? 1 : 0);
  if (value instanceof Date) return makeLong(value.getTime());
  if (!isNumber(value)) throw unsupportedConversion(value, 'long');
  return makeLong(demandRange(wholePart(value), MIN_LONG, MAX_LONG));
}

/** `$toBool`: every value that is not zero or false is true, the empty string too. */
export function toBoolean(value: NonNullable<BsonValue>): BsonValue {
  if (typeof value === 'boolean') return value;
  return isNumber(value) ? toNumber(value) !== 0 : true;
}

/** `$toDate` */
export function toDate(value: NonNullable<BsonValue>): BsonValue {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  if (typeof value === 'string') return parseDateString(value, undefined);
  if (!isNumber(value) || kindOf(value) === 'int') throw unsupportedConversion(value, 'date');
  const date = new Date(Number(demandRange(wholePart(value), MIN_LONG, MAX_LONG)));
  if (Number.isNaN(date.getTime())) {
    throw conversionFailure('Conversion would overflow target type', formatNumber(value));
  }
  return date;
}

/** `$toObjectId` */
export function toObjectId(value: NonNullable<BsonValue>): BsonValue {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupportedConversion(value, 'objectId');
  if (/^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
  const detail =
    value.length === 24
      ? `Invalid character found in hex string: '${value}'`
      : `Invalid string length for parsing to OID, expected 24 but found ${value.length}`;
  throw conversionFailure(`Failed to parse objectId '${value}'`, detail);
}

/** `$toString` */
export function toText(value: NonNullable<BsonValue>): BsonValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isNumber(value)) return formatNumber(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof BSONSymbol) return value.toString();
  if (value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID) {
    return value.toUUID().toString();
  }
  if (value instanceof Binary) return value.toString('base64');
  throw unsupportedConversion(value, 'string');
}

/** `$toUUID` */
export function toUuid(value: NonNullable<BsonValue>): BsonValue {
  if (value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID) return value;
  if (typeof value !== 'string') throw unsupportedConversion(value, 'binData');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
    throw conversionFailure(`Input string '${value}' is not a valid UUID`);
  }
  return new Binary(Buffer.from(value.replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID);
}
