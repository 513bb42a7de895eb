import { createHash } from 'node:crypto';

const LONGEST = 300;

/** What differs between two occurrences of one error, from the most particular to the least. */
const PARTICULARS: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[^\s"'<>]+/gi, '<url>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/"[^"]*"/g, '<text>'],
  [/(?<!\w)'[^']*'(?!\w)/g, '<text>'],
  [/\b(?=[\w-]*\d)[\w-]{16,}\b/g, '<id>'],
  [/\b0x[0-9a-f]+\b/gi, '<n>'],
  [/\d+(?:[.,]\d+)*/g, '<n>'],
];

/** An error's text without what is particular to one occurrence. */
export function errorPattern(text: string): string {
  const general = PARTICULARS.reduce(
    (rest, [particular, placeholder]) => rest.replace(particular, placeholder),
    text.slice(0, 10 * LONGEST),
  );
  return general.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
}

/** Names a group of dead letters. */
export function errorGroupOf(kind: string, code: string, pattern: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, code, pattern]))
    .digest('hex')
    .slice(0, 16);
}
