import { type BsonValue, BSONSymbol, compareStrings, describe, isNumber } from '../../values';
import { failure } from '../failures';
import { binary, isNullish, namedOperands, typeLabel, unary, variadic } from './arguments';
import { formatNumber } from './format-number';
import { type Evaluate, type OperatorCompiler, type OperatorTable } from './scope';

/** The string that `$toLower`, `$substr` and their like take a value for; nothing becomes ''. */
export function coerceToString(value: BsonValue): string {
  if (typeof value === 'string') return value;
  if (isNullish(value)) return '';
  if (isNumber(value)) return formatNumber(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof BSONSymbol) return value.toString();
  throw failure(16007, `can't convert from BSON type ${typeLabel(value)} to String`);
}

/** MongoDB changes the case of ASCII letters only. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

function concat(values: BsonValue[]): BsonValue {
  let result = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string') {
      throw failure(16702, `$concat only supports strings, not ${typeLabel(value)}`);
    }
    result += value;
  }
  return result;
}

function split(text: BsonValue, separator: BsonValue): BsonValue {
  if (isNullish(text) || isNullish(separator)) return null;
  const message = '$split requires an expression that evaluates to a string as a';
  if (typeof text !== 'string') {
    throw failure(40085, `${message} first argument, found: ${typeLabel(text)}`);
  }
  if (typeof separator !== 'string') {
    throw failure(40086, `${message} second argument, found: ${typeLabel(separator)}`);
  }
  if (separator === '') throw failure(40087, '$split requires a non-empty separator');
  return text.split(separator);
}

const WHITESPACE = new Set([
  ...'\0\t\n\v\f\r \u00a0\u1680',
  ...'\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
]);

function trimmer(atStart: boolean, atEnd: boolean): OperatorCompiler {
  return (argument, scope, name) => {
    const named = namedOperands(argument, scope, name, ['input'], ['chars']);
    const input = named.input as Evaluate;
    return (doc) => {
      const text = input(doc);
      const chars = named.chars?.(doc);
      if (isNullish(text) || (named.chars && isNullish(chars))) return null;
      const letters = [...demandTrimString(text, 'input', 50699, name)];
      const removed = named.chars
        ? new Set(demandTrimString(chars, 'chars', 50700, name))
        : WHITESPACE;
      let start = 0;
      let end = letters.length;
      if (atStart) while (start < end && removed.has(letters[start] as string)) start++;
      if (atEnd) while (end > start && removed.has(letters[end - 1] as string)) end--;
      return letters.slice(start, end).join('');
    };
  };
}

function demandTrimString(value: BsonValue, what: string, code: number, name: string): string {
  if (typeof value === 'string') return value;
  throw failure(
    code,
    `${name} requires its ${what} to be a string, got ${describe(value)} (of type ${typeLabel(value)}) instead.`,
  );
}

function replacer(
  replace: (text: string, find: string, replacement: string) => string,
): OperatorCompiler {
  return (argument, scope, name) => {
    const named = namedOperands(argument, scope, name, ['input', 'find', 'replacement']);
    const parts = (['input', 'find', 'replacement'] as const).map((part) => ({
      part,
      evaluate: named[part] as Evaluate,
    }));
    const codes = { input: 51746, find: 51745, replacement: 51744 };
    return (doc) => {
      const values = parts.map(({ part, evaluate }) => {
        const value = evaluate(doc);
        if (!isNullish(value) && typeof value !== 'string') {
          throw failure(
            codes[part],
            `${name} requires that '${part}' be a string, found: ${describe(value)}`,
          );
        }
        return value;
      });
      if (values.some(isNullish)) return null;
      const [text, find, replacement] = values as [string, string, string];
      return replace(text, find, replacement);
    };
  };
}

function replaceFirst(text: string, find: string, replacement: string): string {
  const at = text.indexOf(find);
  return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + find.length);
}

/** `$concat`, `$toLower`, `$toUpper`, `$split`, `$trim`, `$replaceOne`, `$strcasecmp` and so on. */
export const stringOperators: OperatorTable = {
  $concat: variadic(concat),
  $toLower: unary((value) => lowerAscii(coerceToString(value))),
  $toUpper: unary((value) => upperAscii(coerceToString(value))),
  $split: binary(split),
  $trim: trimmer(true, true),
  $ltrim: trimmer(true, false),
  $rtrim: trimmer(false, true),
  $replaceOne: replacer(replaceFirst),
  $replaceAll: replacer((text, find, replacement) => text.replaceAll(find, () => replacement)),
  $strcasecmp: binary((left, right) =>
    Math.sign(compareStrings(upperAscii(coerceToString(left)), upperAscii(coerceToString(right)))),
  ),
};
