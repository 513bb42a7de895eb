import { type Cell, CellError, serialToInstant } from '@tributary/google';
import { type DataType, type FieldValue } from './column-mapping';
import { type LocaleFormats, localeFormats } from './locale-formats';
import { parseBoolean } from './parse-boolean';
import { parseDate } from './parse-date';
import { parseNumber } from './parse-number';
import { quote } from './quote';

/** The locale and time zone of a spreadsheet. */
export interface SheetContext {
  /** As Google writes it: `vi_VN`, `fr`. */
  readonly locale: string;
  readonly timeZone: string;
}

/**
 * The result of a conversion: a value of the wanted type, or the shown text and why it has none.
 */
export type Conversion = { ok: true; value: FieldValue } | FailedConversion;

/** A cell that could not be converted: the reason, and the shown text. */
export interface FailedConversion {
  ok: false;
  value: string;
  problem: string;
}

const NOTHING: Conversion = Object.freeze({ ok: true, value: null });

const NOUNS: Readonly<Record<DataType, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  date: 'a date',
  boolean: 'a yes or no',
};

/** Turns cells of a spreadsheet into typed values. Whatever a cell holds, it never throws. */
export class CellConverter {
  private readonly formats: LocaleFormats;
  private readonly timeZone: string;
  private readonly knowsTime: boolean;

  constructor(context: SheetContext) {
    this.formats = localeFormats(context.locale);
    this.timeZone = context.timeZone;
    this.knowsTime = serialToInstant(0, context.timeZone) !== undefined;
  }

  /** A cell as a value of a type; an empty one is null for every type. */
  convert(cell: Cell, type: DataType): Conversion {
    if (isEmpty(cell)) return NOTHING;
    const value = this.read(cell, type);
    if (value !== undefined) return { ok: true, value };
    return { ok: false, value: shownText(cell), problem: this.problem(cell, type) };
  }

  private problem(cell: Cell, type: DataType): string {
    const shown = quote(shownText(cell));
    if (cell.value instanceof CellError) return `${shown} is an error of a formula`;
    if (type === 'date' && !this.knowsTime) {
      return `${shown} is no date: unknown time zone ${quote(this.timeZone)}`;
    }
    return `${shown} is not ${NOUNS[type]}`;
  }

  private read(cell: Cell, type: DataType): FieldValue | undefined {
    switch (type) {
      case 'string':
        return textOf(cell);
      case 'number':
        return this.number(cell.value);
      case 'integer':
        return wholeNumber(this.number(cell.value));
      case 'date':
        return this.date(cell.value);
      case 'boolean':
        return yesOrNo(cell.value);
    }
  }

  /** The number of a value or a text. */
  number(value: Cell['value']): number | undefined {
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
    return typeof value === 'string' ? parseNumber(value, this.formats) : undefined;
  }

  /** The instant of a serial date or a text. */
  date(value: Cell['value']): Date | undefined {
    if (typeof value === 'number') return serialToInstant(value, this.timeZone);
    if (typeof value !== 'string') return undefined;
    return parseDate(value, this.formats.dateOrder, this.timeZone);
  }
}

/** Whether a person sees nothing in a cell. */
export function isEmpty({ value }: Cell): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** What the sheet shows in a cell; its exact value where a number format hides it. */
export function shownText({ value, text }: Cell): string {
  if (text !== '' || value === null) return text;
  return value instanceof CellError ? value.type : String(value);
}

function textOf(cell: Cell): string | undefined {
  if (typeof cell.value === 'string') return cell.value;
  return cell.value instanceof CellError ? undefined : shownText(cell);
}

function wholeNumber(value: number | undefined): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

function yesOrNo(value: Cell['value']): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return parseBoolean(value);
  return value === 1 ? true : value === 0 ? false : undefined;
}
