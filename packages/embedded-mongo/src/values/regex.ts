import { badValue, CommandError } from '../errors';
import { translatePattern } from './regex-syntax';
import { type BsonValue, isRegex } from './types';

const MOST_REMEMBERED = 1000;
const NEEDS_UNICODE = /\\[pP]\{|\\u\{/;
const remembered = new Map<string, RegExp>();

/**
 * The JavaScript form of a regular expression given as a BSON regex or as a string with options.
 * It carries no state, so it can be shared and tested again and again.
 */
export function toRegExp(pattern: BsonValue, options?: string): RegExp {
  const regex = isRegex(pattern) ? pattern : undefined;
  const source = regex?.pattern ?? sourceOf(pattern);
  const flags = options ?? regex?.options ?? '';
  const key = `${flags}/${source}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const compiled = compile(source, flags);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, compiled);
  return compiled;
}

function sourceOf(pattern: BsonValue): string {
  if (typeof pattern === 'string') return pattern;
  throw badValue('$regex has to be a string');
}

function compile(source: string, options: string): RegExp {
  for (const option of options)
    if (!'imsxu'.includes(option))
      throw new CommandError(51108, 'Location51108', `invalid flag in regex options: ${option}`);
  const { pattern, flags } = translatePattern(source, options);
  try {
    // With `u` a dot is a whole code point, as in MongoDB, but JavaScript is then stricter about
    // escapes than PCRE is; such patterns are read the lenient way.
    const strict = tryRegExp(pattern, `${flags}u`);
    if (strict !== undefined) return strict;
    // These mean something else the lenient way: better no answer than a wrong one.
    return new RegExp(pattern, NEEDS_UNICODE.test(pattern) ? `${flags}u` : flags);
  } catch (error) {
    throw invalid(`Regular expression is invalid: ${(error as Error).message}`);
  }
}

function tryRegExp(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

function invalid(message: string): CommandError {
  return new CommandError(51091, 'Location51091', message);
}
