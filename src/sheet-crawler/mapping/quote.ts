const LONGEST_QUOTE = 80;

/** A text in quotation marks, cut where it would make a sentence hard to read. */
export function quote(text: string): string {
  if (text.length <= LONGEST_QUOTE) return `"${text}"`;
  // Half of an emoji is no text that can be stored.
  return `"${text.slice(0, LONGEST_QUOTE - 1).replace(/[\uD800-\uDBFF]$/, '')}…"`;
}
