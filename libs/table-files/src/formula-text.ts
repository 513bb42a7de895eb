const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * Whether a program may take a text for a formula when it opens a file or a cell is edited, as OWASP
 * describes it under CSV injection. What cannot be seen at the beginning does not count: some
 * programs drop it before they look.
 */
export function looksLikeFormula(text: string): boolean {
  return FORMULA_START.test(text);
}
