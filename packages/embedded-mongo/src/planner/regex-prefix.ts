import { BSONRegExp, type BsonValue, isRegex } from '../values';

/** Characters that stand for themselves in a pattern. */
const LITERAL_START = /^\^((?:[\p{L}\p{N} _\-:@/,;=!"#%&'<>~`]|\\[.\-/:@_+*?()[\]{}|^$\\])+)/u;

/**
 * The text that every match of a pattern begins with, and the pattern as a value (a stored regular
 * expression equals it). Undefined when the pattern is not bound to the beginning of the text.
 */
export function regexPrefix(
  pattern: BsonValue,
  options: BsonValue,
): { prefix: string; regex: BsonValue } | undefined {
  const source = typeof pattern === 'string' ? pattern : isRegex(pattern) ? pattern.pattern : '';
  const own = isRegex(pattern) ? pattern.options : '';
  const flags = typeof options === 'string' ? options : own;
  if (/[imx]/.test(flags) || source.includes('|')) return undefined;
  const found = LITERAL_START.exec(source)?.[1];
  if (found === undefined) return undefined;
  const next = source[1 + found.length];
  const isOptional = next !== undefined && '*?{'.includes(next);
  const certain = isOptional ? withoutLast(found) : found;
  const prefix = certain.replace(/\\(.)/gu, '$1');
  return prefix === '' ? undefined : { prefix, regex: new BSONRegExp(source, flags) };
}

/** A quantifier that allows zero times makes the last character optional. */
function withoutLast(literal: string): string {
  return literal.replace(/(?:\\.|.)$/su, '');
}
