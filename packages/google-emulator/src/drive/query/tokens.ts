/** A piece of a query: a name or word, an operator or bracket, or a quoted text. */
export interface Token {
  readonly kind: 'word' | 'sign' | 'text';
  readonly value: string;
}

const SPACE = /\s+/y;
const WORD = /[A-Za-z_]\w*/y;
const SIGN = /!=|<=|>=|[=<>()]/y;
const TEXT = /'(?:[^'\\]|\\['\\])*'/y;

/** The pieces of a query; undefined when there is something that cannot be one. */
export function tokens(query: string): Token[] | undefined {
  const found: Token[] = [];
  let position = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const match = pattern.exec(query)?.[0];
    position += match?.length ?? 0;
    return match;
  };
  for (;;) {
    take(SPACE);
    if (position === query.length) return found;
    const word = take(WORD);
    const sign = word === undefined ? take(SIGN) : undefined;
    const text = word === undefined && sign === undefined ? take(TEXT) : undefined;
    if (word !== undefined) found.push({ kind: 'word', value: word });
    else if (sign !== undefined) found.push({ kind: 'sign', value: sign });
    else if (text !== undefined) found.push({ kind: 'text', value: unquoted(text) });
    else return undefined;
  }
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(['\\])/g, '$1');
}
