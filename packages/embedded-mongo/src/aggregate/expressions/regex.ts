import { type BsonValue, type Doc, isRegex, toRegExp } from '../../values';
import { failure } from '../failures';
import { isNullish, namedOperands } from './arguments';
import { type Evaluate, type OperatorCompiler, type OperatorTable } from './scope';

interface Search {
  text: string;
  pattern: RegExp;
}

/** The text and the pattern of a search; undefined when one of them is null. */
function searchOf(
  input: BsonValue,
  regex: BsonValue,
  options: BsonValue,
  name: string,
): Search | undefined {
  if (!isNullish(input) && typeof input !== 'string') {
    throw failure(51104, `${name} needs 'input' to be of type string`);
  }
  if (!isNullish(regex) && typeof regex !== 'string' && !isRegex(regex)) {
    throw failure(51105, `${name} needs 'regex' to be of type string or regex`);
  }
  if (!isNullish(options) && typeof options !== 'string') {
    throw failure(51106, `${name} needs 'options' to be of type string`);
  }
  if (isNullish(input) || isNullish(regex)) return undefined;
  if (isRegex(regex) && regex.options !== '' && !isNullish(options)) {
    throw failure(
      51107,
      `${name} found regex option(s) specified in both 'regex' and 'option' fields`,
    );
  }
  const pattern = isNullish(options) ? toRegExp(regex) : toRegExp(regex, options);
  return { text: input, pattern };
}

function regexOperator(apply: (search: Search | undefined) => BsonValue): OperatorCompiler {
  return (argument, scope, name) => {
    const named = namedOperands(argument, scope, name, ['input', 'regex'], ['options']);
    const input = named.input as Evaluate;
    const regex = named.regex as Evaluate;
    return (doc) => apply(searchOf(input(doc), regex(doc), named.options?.(doc), name));
  };
}

/** A match as a document; MongoDB counts positions in code points. */
function matchDocument(match: RegExpExecArray): Doc {
  const [found, ...captures] = match;
  return {
    match: found,
    idx: [...match.input.slice(0, match.index)].length,
    captures: captures.map((capture: string | undefined) => capture ?? null),
  };
}

function findFirst(search: Search | undefined): BsonValue {
  if (!search) return null;
  const match = new RegExp(search.pattern, withoutFlags(search.pattern.flags)).exec(search.text);
  return match ? matchDocument(match) : null;
}

function findAll(search: Search | undefined): BsonValue {
  if (!search) return [];
  const everywhere = new RegExp(search.pattern, `${withoutFlags(search.pattern.flags)}g`);
  return [...search.text.matchAll(everywhere)].map(matchDocument);
}

function withoutFlags(flags: string): string {
  return flags.replace(/[gy]/g, '');
}

/** `$regexMatch`, `$regexFind`, `$regexFindAll`. */
export const regexOperators: OperatorTable = {
  $regexMatch: regexOperator((search) => {
    if (!search) return false;
    search.pattern.lastIndex = 0;
    return search.pattern.test(search.text);
  }),
  $regexFind: regexOperator(findFirst),
  $regexFindAll: regexOperator(findAll),
};
