import { type BsonValue, isNumber, toNumber, describe } from '../../values';
import { failure } from '../failures';
import { isNullish, operands, typeLabel, unary } from './arguments';
import { searchPosition } from './arrays';
import { smallInteger } from './numbers';
import { type Evaluate, type OperatorCompiler, type OperatorTable } from './scope';
import { coerceToString } from './strings';

const ASCII = /^[\0-\x7f]*$/;

function isContinuationByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function substringOfBytes(value: BsonValue, start: BsonValue, length: BsonValue): string {
  const text = coerceToString(value);
  if (!isNumber(start)) {
    throw failure(
      16034,
      `$substrBytes:  starting index must be a numeric type (is BSON type ${typeLabel(start)})`,
    );
  }
  if (!isNumber(length)) {
    throw failure(
      16035,
      `$substrBytes:  length must be a numeric type (is BSON type ${typeLabel(length)})`,
    );
  }
  const from = Math.trunc(toNumber(start));
  const count = Math.trunc(toNumber(length));
  if (from < 0) {
    throw failure(50752, `$substrBytes:  starting index must be non-negative (got: ${from})`);
  }
  if (ASCII.test(text)) return text.slice(from, count < 0 ? undefined : from + count);
  const bytes = Buffer.from(text, 'utf8');
  const to = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
  if (isContinuationByte(bytes[from])) {
    throw failure(
      28656,
      '$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.',
    );
  }
  if (isContinuationByte(bytes[to])) {
    throw failure(
      28657,
      '$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.',
    );
  }
  return bytes.subarray(from, to).toString('utf8');
}

function substringOfCodePoints(value: BsonValue, start: BsonValue, length: BsonValue): string {
  const text = coerceToString(value);
  const from = codePointNumber(start, 'starting index', 34450, 34455);
  const count = codePointNumber(length, 'length', 34452, 34454);
  if (ASCII.test(text)) return text.slice(from, from + count);
  return [...text].slice(from, from + count).join('');
}

function codePointNumber(
  value: BsonValue,
  what: string,
  typeCode: number,
  negativeCode: number,
): number {
  if (!isNumber(value)) {
    throw failure(
      typeCode,
      `$substrCP: ${what} must be a numeric type (is BSON type ${typeLabel(value)})`,
    );
  }
  const number = smallInteger(value);
  if (number === undefined) {
    throw failure(
      typeCode + 1,
      `$substrCP: ${what} must be representable as a 32-bit integral value (found ${describe(value)})`,
    );
  }
  if (number < 0) throw failure(negativeCode, `$substrCP: ${what} must be a nonnegative integer.`);
  return number;
}

function substring(
  take: (value: BsonValue, start: BsonValue, length: BsonValue) => string,
): OperatorCompiler {
  return (argument, scope, name) => {
    const [value, start, length] = operands(argument, scope, name, 3) as [
      Evaluate,
      Evaluate,
      Evaluate,
    ];
    return (doc) => take(value(doc), start(doc), length(doc));
  };
}

function lengthOf(code: number, measure: (text: string) => number): OperatorCompiler {
  return unary((value, _scope, name) => {
    if (typeof value !== 'string') {
      throw failure(code, `${name} requires a string argument, found: ${typeLabel(value)}`);
    }
    return measure(value);
  });
}

/** `$indexOfBytes` and `$indexOfCP`: the same search over different units. */
function indexOf(
  code: number,
  unitsOf: (text: string) => readonly (string | number)[],
): OperatorCompiler {
  return (argument, scope, name) => {
    const [haystack, needle, start, end] = operands(argument, scope, name, 2, 4) as [
      Evaluate,
      Evaluate,
      Evaluate?,
      Evaluate?,
    ];
    return (doc) => {
      const text = haystack(doc);
      if (isNullish(text)) return null;
      if (typeof text !== 'string') {
        throw failure(
          code,
          `${name} requires a string as the first argument, found: ${typeLabel(text)}`,
        );
      }
      const wanted = needle(doc);
      if (typeof wanted !== 'string') {
        throw failure(
          code + 1,
          `${name} requires a string as the second argument, found: ${typeLabel(wanted)}`,
        );
      }
      const units = unitsOf(text);
      const from = start ? searchPosition(start(doc), 'starting index', name) : 0;
      const to = end ? searchPosition(end(doc), 'ending index', name) : units.length;
      return findUnits(units, unitsOf(wanted), from, Math.min(to, units.length));
    };
  };
}

function findUnits(
  units: readonly (string | number)[],
  wanted: readonly (string | number)[],
  from: number,
  to: number,
): number {
  for (let index = from; index + wanted.length <= to; index++) {
    if (wanted.every((unit, offset) => units[index + offset] === unit)) return index;
  }
  return -1;
}

/** `$substr`, `$substrBytes`, `$substrCP`, `$strLenBytes`, `$strLenCP`, `$indexOfBytes`, `$indexOfCP`. */
export const substringOperators: OperatorTable = {
  $substr: substring(substringOfBytes),
  $substrBytes: substring(substringOfBytes),
  $substrCP: substring(substringOfCodePoints),
  $strLenBytes: lengthOf(34473, (text) => Buffer.byteLength(text, 'utf8')),
  $strLenCP: lengthOf(34471, (text) => (ASCII.test(text) ? text.length : [...text].length)),
  $indexOfBytes: indexOf(40091, (text) => [...Buffer.from(text, 'utf8')]),
  $indexOfCP: indexOf(40093, (text) => [...text]),
};
