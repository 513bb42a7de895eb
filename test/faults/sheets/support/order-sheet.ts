import {
  type CellInput,
  type GoogleEmulator,
  type SpreadsheetHandle,
} from '@tributary/google-emulator';

/** A row as it should be stored. */
export interface ExpectedRow {
  readonly row_number: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly raw_data: Readonly<Record<string, string>>;
}

/** How the columns of the sheet are mapped; an order without an id is skipped. */
export const ORDER_MAPPING = [
  { system_field: 'order_id', sheet_column: 'Order ID', required: true },
  { system_field: 'total_amount', sheet_column: 'Total', data_type: 'number' },
  { system_field: 'platform', sheet_column: 'Note' },
];
const HEADER = ['Order ID', 'Total', 'Note'];
const TAB = 'Orders';
const WITHOUT_ID = 97;
const WITHOUT_NUMBER = 61;

/** A sheet of orders, and what it has in it: the emulator's cannot be asked without Google's API. */
export class OrderSheet {
  private readonly rows: string[][] = [];
  private made = 0;

  private constructor(readonly handle: SpreadsheetHandle) {}

  static create(emulator: GoogleEmulator, count: number, reader: string): OrderSheet {
    const definition = {
      title: 'Shop',
      tabs: [{ title: TAB, rows: [HEADER] }, { title: 'Other' }],
    };
    const sheet = new OrderSheet(emulator.sheets.create(definition, { readers: [reader] }));
    sheet.append(count);
    return sheet;
  }

  get id(): string {
    return this.handle.id;
  }

  /** The number of the last row. */
  get lastRow(): number {
    return this.rows.length + 1;
  }

  append(count: number): void {
    const rows = Array.from({ length: count }, () => this.nextOrder());
    this.rows.push(...rows);
    this.handle.append(TAB, rows satisfies CellInput[][]);
  }

  /** Takes rows away, which are numbered as in the sheet. */
  delete(row: number, count: number): void {
    this.rows.splice(row - 2, count);
    this.handle.deleteRows(TAB, row, count);
  }

  /** Writes another note into a row. */
  edit(row: number, note: string): void {
    const [id = '', total = ''] = this.rows[row - 2] ?? [];
    this.rows[row - 2] = [id, total, note];
    this.handle.set(TAB, `C${row}`, [[note]]);
  }

  /** What should be stored of the rows up to one. */
  expected(upTo = this.lastRow): ExpectedRow[] {
    return this.rows.slice(0, upTo - 1).flatMap(([id = '', total = '', note = ''], index) => {
      if (id === '') return [];
      const total_amount = total === 'much' ? total : Number(total);
      const data = { order_id: id, total_amount, platform: note };
      return [
        { row_number: index + 2, data, raw_data: { 'Order ID': id, Total: total, Note: note } },
      ];
    });
  }

  /** Every sort of row: without a required value, with a cell that does not convert, and good ones. */
  private nextOrder(): string[] {
    this.made += 1;
    const { made } = this;
    const id = made % WITHOUT_ID === 0 ? '' : `A${made}`;
    const total = made % WITHOUT_NUMBER === 0 ? 'much' : String(made);
    return [id, total, `note ${made % 7}`];
  }
}
