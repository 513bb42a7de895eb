/** The beginning of a text, at most so many UTF-16 units, and no half of a character at its end. */
export function cutText(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text;
}
