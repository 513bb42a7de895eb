/** The last column that a sheet can have: ZZZ. */
export const MAX_COLUMNS = 18_278;

/** The letters of a column counted from 0: A, Z, AA, ZZZ. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The column, counted from 0, that letters of either case stand for. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
