import { type Cell } from '@tributary/google';
import { type DataType } from './column-mapping';
import { type CellConverter, isEmpty, shownText } from './convert-cell';
import { type Look } from './system-fields';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@.]{2,24}$/;
const PHONE = /^(?:\+\d|\(?0)[\d\s().-]{6,20}$/;
const DIGIT = /\d/g;
/** Numbers of days from 1954 to 2119: what a date in a sheet of a business usually is. */
const FIRST_SERIAL = 20_000;
const LAST_SERIAL = 80_000;
/** Some cells may be wrong without a column being another. */
const MOST = 0.8;

/** What the sample values of a column look like. */
export class ColumnSamples {
  private readonly filled: readonly Cell[];
  /** Whether a sample has no value. */
  readonly gaps: boolean;

  constructor(
    cells: readonly Cell[],
    private readonly converter: CellConverter,
  ) {
    this.filled = cells.filter((cell) => !isEmpty(cell));
    this.gaps = this.filled.length < cells.length;
  }

  /** Which part of the values could be those of a field; undefined when there are none. */
  fit(look: Look): number | undefined {
    return this.share((cell) => this.looksLike(cell, look));
  }

  /** The type for a field that should have a type: a wider one where the values need it. */
  typeFor(wanted: DataType): DataType {
    const candidates: DataType[] = wanted === 'integer' ? ['integer', 'number'] : [wanted];
    const fitting = candidates.find((type) => this.mostly((cell) => this.isOf(cell, type)));
    if (this.filled.length === 0) return wanted;
    return fitting ?? 'string';
  }

  /** The type that the values show by themselves. */
  ownType(): DataType {
    if (this.filled.length === 0) return 'string';
    if (this.mostly((cell) => this.looksLike(cell, 'flag'))) return 'boolean';
    if (this.mostly((cell) => this.looksLike(cell, 'date'))) return 'date';
    // A number with a zero before it is a code, which would lose the zero.
    if (!this.mostly((cell) => this.looksLike(cell, 'money') && !/^0\d/.test(shownText(cell)))) {
      return 'string';
    }
    return this.typeFor('integer');
  }

  private mostly(matches: (cell: Cell) => boolean): boolean {
    return (this.share(matches) ?? 0) >= MOST;
  }

  private share(matches: (cell: Cell) => boolean): number | undefined {
    if (this.filled.length === 0) return undefined;
    return this.filled.filter(matches).length / this.filled.length;
  }

  private looksLike(cell: Cell, look: Look): boolean {
    const text = shownText(cell).trim();
    switch (look) {
      case 'date':
        return this.isDate(cell);
      case 'money':
        return this.isOf(cell, 'number') && !this.isDate(cell);
      case 'count':
        return this.isOf(cell, 'integer') && !this.isDate(cell);
      case 'flag':
        return this.isOf(cell, 'boolean') && !/^[01]$/.test(text);
      case 'email':
        return EMAIL.test(text);
      case 'phone':
        return isPhone(text) || (typeof cell.value === 'number' && isPhone(`0${cell.value}`));
      case 'id':
        return !this.isDate(cell) && typeof cell.value !== 'boolean';
      case 'text':
        return typeof cell.value === 'string' && !this.isDate(cell) && !EMAIL.test(text);
    }
  }

  private isOf(cell: Cell, type: DataType): boolean {
    return this.converter.convert(cell, type).ok;
  }

  /** A date is a number for Sheets: only its shown text reveals it. */
  private isDate(cell: Cell): boolean {
    if (typeof cell.value !== 'number') return this.isOf(cell, 'date');
    if (cell.value < FIRST_SERIAL || cell.value > LAST_SERIAL) return false;
    const shown: Cell = { value: cell.text, text: cell.text };
    if (this.isOf(shown, 'date')) return true;
    return !this.isOf(shown, 'number') && /\d\D+\d/.test(cell.text);
  }
}

function isPhone(text: string): boolean {
  const digits = text.match(DIGIT)?.length ?? 0;
  return PHONE.test(text) && digits >= 9 && digits <= 15;
}
