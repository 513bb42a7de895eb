import { type Cell, columnLetters, type SheetRow } from '@tributary/google';
import { type ColumnMapping, type FieldValue } from './column-mapping';
import {
  CellConverter,
  type FailedConversion,
  isEmpty,
  type SheetContext,
  shownText,
} from './convert-cell';
import { RawKeys, safeKey } from './field-name';

/** A column of a mapping, and where it is. */
export interface ResolvedColumn extends ColumnMapping {
  readonly index: number;
}

/** A cell that is not what its column should hold. */
export interface CellProblem {
  system_field: string;
  /** The letters of the column. */
  column: string;
  /** What the sheet shows. */
  value: string;
  problem: string;
}

/** The result of mapping a row. */
export interface MappedRow {
  /** By system field; what does not convert is the shown text. */
  data: Record<string, FieldValue>;
  /** The shown text of every filled cell, by the header of its column. */
  raw: Record<string, string>;
  problems: CellProblem[];
  /** The required system fields that have no value. */
  missing: string[];
}

/** What a mapper needs to know of a table. */
export interface RowMapperOptions {
  readonly headers: readonly string[];
  readonly columns: readonly ResolvedColumn[];
  readonly context: SheetContext;
}

/** Turns rows of a table into documents by a mapping. */
export class RowMapper {
  private readonly converter: CellConverter;
  private readonly rawKeys: RawKeys;
  private readonly columns: readonly (ResolvedColumn & { readonly key: string })[];
  /** Filling in a copy is faster than adding field after field. */
  private readonly blank: Readonly<Record<string, null>>;

  constructor({ headers, columns, context }: RowMapperOptions) {
    this.converter = new CellConverter(context);
    this.rawKeys = new RawKeys(headers);
    // Assigning a Date to `__proto__` would give the document another prototype.
    this.columns = columns.map((column) => ({ ...column, key: safeKey(column.system_field) }));
    this.blank = Object.fromEntries(this.columns.map(({ key }) => [key, null]));
  }

  /** Reads texts as the people of the spreadsheet write them. */
  get texts(): Pick<CellConverter, 'number' | 'date'> {
    return this.converter;
  }

  /** A row as a document. */
  map({ cells }: SheetRow): MappedRow {
    const data: MappedRow['data'] = { ...this.blank };
    const problems: CellProblem[] = [];
    const missing: string[] = [];
    for (const column of this.columns) {
      const cell = cells[column.index];
      if (cell !== undefined) {
        const conversion = this.converter.convert(cell, column.data_type);
        data[column.key] = conversion.value;
        if (!conversion.ok) problems.push(problemOf(column, conversion));
      }
      if (column.required && data[column.key] === null) missing.push(column.system_field);
    }
    return { data, raw: this.rawOf(cells), problems, missing };
  }

  private rawOf(cells: readonly Cell[]): Record<string, string> {
    const raw: Record<string, string> = {};
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]!;
      if (!isEmpty(cell)) raw[this.rawKeys.at(index)] = shownText(cell);
    }
    return raw;
  }
}

function problemOf(
  { system_field, index }: ResolvedColumn,
  { value, problem }: FailedConversion,
): CellProblem {
  return { system_field, column: columnLetters(index), value, problem };
}
