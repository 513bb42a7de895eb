import { type CellInput, type NumberFormat, type TabDefinition } from '@tributary/google-emulator';

/** A sheet that the benchmark reads; the first of its rows has the headers. */
export interface BenchSheet {
  readonly id: string;
  readonly tab: string;
  /** How many rows are filled, from the top. */
  readonly rows: number;
  /** How many rows the grid has. */
  readonly gridRows: number;
}

const HEADERS = [
  'Order',
  'Ordered at',
  'Quantity',
  'Price',
  'Total',
  'Branch',
  'Customer',
  'Product',
  'Channel',
  'Paid',
] as const;

/** How many columns are filled. */
export const COLUMNS = HEADERS.length;

/** The letter of the last column. */
export const LAST_COLUMN = 'J';

/** As large as Google lets a sheet become: ten million cells. */
export const LARGE: BenchSheet = {
  id: 'large',
  tab: 'Orders',
  rows: 1_000_000,
  gridRows: 1_000_000,
};

/** A sheet that somebody goes on filling, with room below. */
export const GROWING: BenchSheet = {
  id: 'growing',
  tab: 'Orders',
  rows: 100_000,
  gridRows: 200_000,
};

const WHOLE: NumberFormat = { type: 'NUMBER', pattern: '#,##0' };
const MOMENT: NumberFormat = { type: 'DATE_TIME', pattern: 'dd/mm/yyyy hh:mm:ss' };
const FORMATS = [undefined, MOMENT, WHOLE, WHOLE, WHOLE];

const BRANCHES = ['Lê Lợi', 'Nguyễn Huệ', 'Hai Bà Trưng', 'Cầu Giấy', 'Hải Châu'];
const CHANNELS = ['Shopee', 'Tại quầy', 'GrabFood', 'Website'];
const FIRST_DAY = 45_292;
const SECONDS_A_DAY = 86_400;

/** The definition of such a sheet's tab; its rows are made when they are read. */
export function tabOf({ tab, rows, gridRows }: BenchSheet): TabDefinition {
  return {
    title: tab,
    rowCount: gridRows,
    columnCount: COLUMNS,
    frozenRowCount: 1,
    columnFormats: FORMATS,
    rows: { count: rows, row: (index) => (index === 0 ? HEADERS : orderAt(index)) },
  };
}

function orderAt(number: number): readonly CellInput[] {
  const quantity = 1 + (number % 9);
  const price = 1_000 * (15 + (number % 487));
  return [
    `DH${String(number).padStart(7, '0')}`,
    // An order every 47 seconds.
    FIRST_DAY + (number * 47) / SECONDS_A_DAY,
    quantity,
    price,
    quantity * price,
    BRANCHES[number % BRANCHES.length] ?? null,
    `Khách ${number % 7_919}`,
    `Sản phẩm ${number % 487}`,
    CHANNELS[number % CHANNELS.length] ?? null,
    number % 11 !== 0,
  ];
}
