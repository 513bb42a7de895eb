/** What XML or the notation `_xHHHH_` gives a meaning, or XML cannot hold. */
const SPECIAL = /[&<>"\p{Cc}\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}[_\p{Cc}\uFFFE\uFFFF])/gu;

const LEGAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
};

/**
 * A text inside an element or attribute of a workbook. Characters that XML cannot hold are written
 * `_xHHHH_`, which spreadsheet programs read back, and so is an underscore that would begin such a
 * notation by chance. A carriage return is one of them: XML turns it into a line feed.
 */
export function xmlText(text: string): string {
  return text.replace(SPECIAL, (special) => LEGAL[special] ?? notation(special));
}

function notation(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0x7f && code <= 0x9f) return character;
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** The beginning of a text, at most so many UTF-16 units, and no half of a character at its end. */
export function cutText(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text;
}
