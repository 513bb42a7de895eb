import { foldText } from '@tributary/common';
import { ZonedCalendar } from '@tributary/time-zones';
import { types } from 'node:util';
import { numberFieldsOf, type SheetTypeStrategy } from '../sheet-types/sheet-type.strategy';
import { type Amount, toAmount } from './amount';
import { bucketOf } from './bucket';
import { type RowMetrics } from './row-metrics';

/** Reads texts as the people of a spreadsheet write them. */
export interface TextReader {
  number(text: string): number | undefined;
  date(text: string): Date | undefined;
}

/** What a field of a row can hold. */
export type MetricFieldValue = string | number | boolean | Date | null;

const FIRST_YEAR = 1;
const LAST_YEAR = 9_999;

/** Reads what analytics need to know of the rows of a sheet. */
export class MetricReader {
  private readonly clock: ZonedCalendar;
  private readonly numberFields: readonly string[];

  constructor(
    private readonly type: SheetTypeStrategy,
    private readonly texts: TextReader,
    timeZone: string,
  ) {
    this.clock = ZonedCalendar.ofOrUtc(timeZone);
    this.numberFields = numberFieldsOf(type);
  }

  /** The metrics of a row, whatever it contains. */
  read(rowId: number, data: Readonly<Record<string, MetricFieldValue>>): RowMetrics {
    const at = this.momentOf(data);
    const amounts: Record<string, Amount | null> = {};
    for (const field of this.numberFields) amounts[field] = this.amountOf(data[field]);
    return {
      bucket: bucketOf(at === null ? null : this.clock.dayOf(at), rowId),
      at,
      amounts,
      flawed: this.type.measures.some((field) => amounts[field] === null),
      search: this.type.searchFields.map((field) => searchText(data[field])).join('\n'),
    };
  }

  private momentOf(data: Readonly<Record<string, MetricFieldValue>>): Date | null {
    if (this.type.dateField === null) return null;
    const value = data[this.type.dateField];
    const at = typeof value === 'string' ? this.texts.date(value) : value;
    // Not by `instanceof`: a date that was read from a file may come from another realm.
    if (!types.isDate(at)) return null;
    // A day that has no four digits for its year would be out of the order of all others.
    const year = at.getUTCFullYear();
    return year > FIRST_YEAR && year < LAST_YEAR ? at : null;
  }

  private amountOf(value: MetricFieldValue | undefined): Amount | null {
    const number = typeof value === 'string' ? this.texts.number(value) : value;
    return (typeof number === 'number' ? toAmount(number) : undefined) ?? null;
  }
}

/** The group that a value belongs to; null when there is none. Surrounding blanks are ignored. */
export function toGroupValue(value: MetricFieldValue | undefined): string | null {
  return valueText(value)?.trim() || null;
}

function valueText(value: MetricFieldValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  return types.isDate(value) ? value.toISOString() : String(value);
}

/** A value as it is searched, and as what is searched for is compared with it. */
export function searchText(value: MetricFieldValue | undefined): string {
  // A line of its own for each field, so that nothing is found across two of them.
  return foldText(valueText(value) ?? '').replaceAll('\n', ' ');
}
