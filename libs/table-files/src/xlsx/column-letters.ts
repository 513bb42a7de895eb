const A = 'A'.charCodeAt(0);
const LETTERS = 26;

/** The letters of a column by its place, counted from 0: A, B, ... Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(A + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
}
