import { type CellInput } from '@tributary/google-emulator';
import fc from 'fast-check';
import { amountCell, type ColumnType, dateCell, type Home, labelCell, type Meant } from './cells';
import { type ReferenceRow } from './reference';
import { KINDS, type SheetKind } from './sheet-kinds';

/** A column of a sheet of a test; its header is the name of the field. */
export interface Column {
  readonly field: string;
  readonly data_type: ColumnType;
}

/** A row as it is typed into a sheet, with what it means. */
export interface TypedRow extends Omit<ReferenceRow, 'number'> {
  readonly cells: readonly CellInput[];
}

/** A sheet of one type: where it is at home, how it is mapped, and what is in it. */
export interface SheetPlan {
  readonly kind: SheetKind;
  readonly home: Home;
  readonly columns: readonly Column[];
  readonly rows: readonly TypedRow[];
}

export const VIETNAM: Home = { locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' };
export const NEW_YORK: Home = { locale: 'en_US', timeZone: 'America/New_York' };
export const BERLIN: Home = { locale: 'de_DE', timeZone: 'Europe/Berlin' };
export const SAMOA: Home = { locale: 'en_US', timeZone: 'Pacific/Apia' };

/** How fields are mapped: as what they are, or all as texts, which have to be read all the same. */
export type MappingStyle = 'typed' | 'texts';

const FIELDS: Readonly<Record<SheetKind, readonly string[]>> = {
  orders: [
    'order_id',
    'platform',
    'order_status',
    'customer_id',
    'order_date',
    'subtotal',
    'total_amount',
  ],
  order_items: [
    'order_item_id',
    'order_id',
    'product_id',
    'product_name',
    'quantity',
    'unit_price',
    'final_price',
    'line_total',
  ],
  customers: ['customer_id', 'customer_name', 'phone'],
  products: ['product_id', 'product_name'],
};

/** The columns of a type. `labels` is what the field is mapped as that rows are counted by. */
export function columnsOf(
  kind: SheetKind,
  style: MappingStyle = 'typed',
  labels: ColumnType = 'string',
): Column[] {
  return FIELDS[kind].map((field) => {
    const sorted = KINDS[kind].sorted[field];
    if (field === 'platform' || field === 'product_name') return { field, data_type: labels };
    const isText = style === 'texts' || sorted === undefined || sorted === 'text';
    return { field, data_type: isText ? 'string' : sorted };
  });
}

/** Rows of a type, with all the dirt that there is. */
export function rowOf(
  kind: SheetKind,
  home: Home,
  columns: readonly Column[],
): fc.Arbitrary<TypedRow> {
  const [key, ...others] = columns;
  const id = fc.nat(99_999).map((number): Meant<never> => {
    const text = `K${number}`;
    return { cell: text, stored: text, means: null };
  });
  const arbitraries = others.map((column) => cellOf(kind, home, column));
  return fc
    .tuple(id, ...arbitraries)
    .map((meant) => typedRow(kind, key ? [key, ...others] : [], meant));
}

function cellOf(
  kind: SheetKind,
  home: Home,
  { field, data_type }: Column,
): fc.Arbitrary<Meant<bigint | number>> {
  switch (KINDS[kind].sorted[field]) {
    case 'number':
      return amountCell(home, data_type);
    case 'date':
      return dateCell(home, data_type);
    default:
      return labelCell(data_type);
  }
}

function typedRow(
  kind: SheetKind,
  columns: readonly Column[],
  meant: readonly Meant<bigint | number>[],
): TypedRow {
  const named = columns.map(({ field }, at) => [field, meant[at]] as const);
  const amounts = named.filter(([field]) => KINDS[kind].sorted[field] === 'number');
  const date = named.find(([field]) => KINDS[kind].sorted[field] === 'date')?.[1];
  return {
    cells: meant.map(({ cell }) => cell),
    data: Object.fromEntries(named.map(([field, value]) => [field, value?.stored ?? null])),
    amounts: Object.fromEntries(
      amounts.map(([field, value]) => [field, (value?.means ?? null) as bigint | null]),
    ),
    at: (date?.means ?? null) as number | null,
  };
}

/** A sheet with random rows; the same for the same seed. */
export function planSheet(
  kind: SheetKind,
  size: number,
  seed: number,
  options: { home?: Home; style?: MappingStyle; labels?: ColumnType } = {},
): SheetPlan {
  const home = options.home ?? VIETNAM;
  const columns = columnsOf(kind, options.style, options.labels);
  const rows = size === 0 ? [] : fc.sample(rowOf(kind, home, columns), { seed, numRuns: size });
  return { kind, home, columns, rows };
}

/** What whoever filled the sheet knows of its rows: the first one is below the header. */
export function referenceRows(rows: readonly TypedRow[]): ReferenceRow[] {
  return rows.map((row, at) => ({ ...row, number: at + 2 }));
}
