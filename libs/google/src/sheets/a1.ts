const LETTERS = 26;
const A = 'A'.charCodeAt(0);

/** The last column that a sheet can have. */
export const LAST_COLUMN = 'ZZZ';

/** The place of a column, counted from 0: A is 0, AA is 26. */
export function columnIndex(letters: string): number {
  let place = 0;
  for (const letter of letters) place = place * LETTERS + letter.charCodeAt(0) - A + 1;
  return place - 1;
}

/** The letters of a column by its place, counted from 0. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let place = index + 1; place > 0; place = Math.floor((place - 1) / LETTERS)) {
    letters = String.fromCharCode(A + ((place - 1) % LETTERS)) + letters;
  }
  return letters;
}

/** Some columns, the first and the last included. */
export interface ColumnSpan {
  readonly first: string;
  readonly last: string;
}

/** Every column that there is. */
export const ALL_COLUMNS: ColumnSpan = { first: 'A', last: LAST_COLUMN };

/**
 * Rows of a tab in A1 notation; without `toRow` to the end of the grid. The name of the tab is
 * always quoted: it may look like a cell (`D3`), be a number, or contain anything.
 */
export function rowsRange(
  tab: string,
  { first, last }: ColumnSpan,
  fromRow: number,
  toRow?: number,
): string {
  return `'${tab.replaceAll("'", "''")}'!${first}${fromRow}:${last}${toRow ?? ''}`;
}
