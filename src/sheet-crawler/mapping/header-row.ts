import { type Cell, columnIndex, columnLetters } from '@tributary/google';
import { quote } from './quote';

/** Where a column of a mapping is. */
export type ColumnMatch =
  | { kind: 'found'; index: number }
  | { kind: 'ambiguous'; indexes: number[] }
  | { kind: 'missing' };

const LETTERS = /^[A-Z]{1,3}$/;
const MOST_DESCRIBED = 50;
const LONGEST_LOOSE = 1000;

/** The headers of a table, and which of them a mapping means. */
export class HeaderRow {
  private readonly exact: ReadonlyMap<string, number[]>;
  private readonly loose: ReadonlyMap<string, number[]>;

  constructor(readonly texts: readonly string[]) {
    this.exact = placesBy(texts, (text) => text);
    this.loose = placesBy(texts, looseForm);
  }

  /** The headers as a person sees them. */
  static of(cells: readonly Cell[]): HeaderRow {
    return new HeaderRow(cells.map(({ text }) => text));
  }

  /**
   * The column that is meant: the one with exactly this header; else the one whose header differs
   * only in case, in white space around it or in how its accents are encoded; else the one with
   * these letters, whether or not it has a header.
   */
  find(column: string): ColumnMatch {
    const indexes = this.exact.get(column) ?? this.loose.get(looseForm(column));
    if (indexes?.length === 1) return { kind: 'found', index: indexes[0]! };
    if (indexes) return { kind: 'ambiguous', indexes: [...indexes] };
    const letters = column.trim().toUpperCase();
    if (!LETTERS.test(letters)) return { kind: 'missing' };
    return { kind: 'found', index: columnIndex(letters) };
  }

  /** What there is to choose from, for a sentence about a column that is not there. */
  describe(): string {
    const filled = this.texts.flatMap((text, index) => (isBlank(text) ? [] : [index]));
    if (filled.length === 0) return 'no headers';
    const shown = filled.slice(0, MOST_DESCRIBED).map((index) => columnName(index, this.texts));
    const more = filled.length - shown.length;
    return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
  }
}

/** A column as a sentence calls it: `"Total" (column C)`. */
export function columnName(index: number, texts: readonly string[]): string {
  const header = texts[index]?.trim();
  const letters = columnLetters(index);
  return header ? `${quote(header)} (column ${letters})` : `column ${letters}`;
}

/** Whether two headers differ at most in case, in white space around them or in their encoding. */
export function isSameHeader(one: string, other: string): boolean {
  return looseForm(one) === looseForm(other);
}

function placesBy(
  texts: readonly string[],
  form: (text: string) => string,
): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  texts.forEach((text, index) => {
    if (isBlank(text)) return;
    const key = form(text);
    const others = places.get(key);
    if (others) others.push(index);
    else places.set(key, [index]);
  });
  return places;
}

function looseForm(text: string): string {
  // Encoding tens of thousands of accents anew would take seconds, and they are no header.
  if (text.length > LONGEST_LOOSE) return text;
  return text.trim().toLowerCase().normalize('NFC');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
