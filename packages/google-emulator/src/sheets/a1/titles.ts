import { parseA1 } from './parse-a1';
import { parseR1C1 } from './parse-r1c1';

const QUOTED = /^'(?:[^']|'')*'$/;
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether the text is a title in quotes, and nothing else. */
export function isQuotedTitle(text: string): boolean {
  return text.length > 2 && QUOTED.test(text);
}

/** The title without its quotes; a title that has none stays as it is. */
export function unquoteTitle(text: string): string {
  return isQuotedTitle(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
}

/** The title as ranges show it: bare only where it can be nothing but a title. */
export function quoteTitle(title: string): string {
  const isBare =
    IDENTIFIER.test(title) && parseA1(title) === undefined && parseR1C1(title) === undefined;
  return isBare ? title : `'${title.replaceAll("'", "''")}'`;
}
