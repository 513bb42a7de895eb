import { type CellInput } from '../sheets/definition';
import { dateOf } from './calendar';
import { type Dice } from './dice';

/** The tabs that have data. */
export type TabName = 'Orders' | 'Order_Items' | 'Customers' | 'Products';

/** A row on its way into the sheet, its cells by the names of their columns. */
export type DirtyRow = Record<string, CellInput>;

/** A mistake that people or formulas make, and in what share of the rows of a tab. */
export interface Dirt {
  readonly name: string;
  readonly share: number;
  soil(row: DirtyRow, dice: Dice): void;
}

/** Of so many rows one is followed by an empty one; it counts to no data row. */
export const ROWS_PER_BLANK = 997;

/**
 * All that is wrong with the sample, on purpose. A row has at most one of these; together they
 * are in one to two rows of a hundred. Everything else in the sample is clean.
 */
export const DIRT: Readonly<Record<TabName, readonly Dirt[]>> = {
  Orders: [
    { name: 'amount as text', share: 0.0025, soil: amountAsText('total_amount') },
    { name: 'amount in thousands', share: 0.001, soil: amountInThousands('total_amount') },
    { name: 'date as text', share: 0.003, soil: dateAsText('order_date') },
    { name: 'trailing spaces', share: 0.002, soil: trailingSpaces('platform', 'city') },
    { name: 'status in another way', share: 0.003, soil: otherStatus },
    { name: 'missing customer', share: 0.0015, soil: without('customer_id', 'customer_name') },
    { name: 'failed lookup', share: 0.001, soil: failedLookup('customer_name', 'customer_id') },
    { name: 'broken reference', share: 0.0005, soil: brokenReference('subtotal') },
    { name: 'still loading', share: 0.0005, soil: stillLoading('city') },
    { name: 'duplicated order id', share: 0.0005, soil: duplicatedOrderId },
  ],
  Order_Items: [
    { name: 'amount as text', share: 0.004, soil: amountAsText('line_total') },
    { name: 'amount in thousands', share: 0.002, soil: amountInThousands('unit_price') },
    { name: 'quantity with a unit', share: 0.002, soil: quantityWithUnit },
    { name: 'trailing spaces', share: 0.003, soil: trailingSpaces('product_name') },
    { name: 'failed lookup', share: 0.001, soil: failedLookup('product_name', 'product_id') },
    { name: 'broken reference', share: 0.0005, soil: brokenReference('final_price') },
  ],
  Customers: [
    { name: 'phone as a number', share: 0.004, soil: phoneAsNumber },
    { name: 'phone with a country code', share: 0.004, soil: phoneWithCountryCode },
    { name: 'trailing spaces', share: 0.003, soil: trailingSpaces('customer_name') },
    { name: 'date as text', share: 0.003, soil: dateAsText('joined_date') },
    { name: 'missing phone', share: 0.002, soil: without('phone') },
  ],
  Products: [
    { name: 'amount as text', share: 0.007, soil: amountAsText('price') },
    { name: 'trailing spaces', share: 0.007, soil: trailingSpaces('product_name') },
    { name: 'broken reference', share: 0.004, soil: brokenReference('cost') },
  ],
};

/** The dirt that falls on a row, if any does. */
export function dirtOf(tab: TabName, dice: Dice): Dirt | undefined {
  let left = dice.fraction();
  for (const dirt of DIRT[tab]) {
    left -= dirt.share;
    if (left < 0) return dirt;
  }
  return undefined;
}

function amountAsText(column: string): Dirt['soil'] {
  return (row) => {
    row[column] = `${grouped(numberIn(row[column]))} ₫`;
  };
}

function amountInThousands(column: string): Dirt['soil'] {
  return (row) => {
    row[column] = `${numberIn(row[column]) / 1_000}k`;
  };
}

function dateAsText(column: string): Dirt['soil'] {
  return (row, dice) => {
    const iso = dateOf(numberIn(row[column])).toISOString();
    const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
    const time = iso.slice(11, 16);
    row[column] = dice.pick([
      `${day}/${month}/${year}`,
      `${day}/${month}/${year} ${time}`,
      `${year}-${month}-${day}`,
      `${year}-${month}-${day} ${time}:00`,
      `${Number(day)}-${Number(month)}-${year}`,
      `${day}.${month}.${year.slice(2)}`,
      `ngày ${Number(day)} tháng ${Number(month)} năm ${year}`,
    ]);
  };
}

function trailingSpaces(...columns: [string, ...string[]]): Dirt['soil'] {
  return (row, dice) => {
    const column = dice.pick(columns);
    row[column] = `${textIn(row[column])}${dice.pick([' ', '  ', '\u00a0'])}`;
  };
}

const IN_VIETNAMESE: Readonly<Record<string, string>> = {
  pending: 'Chờ xác nhận',
  confirmed: 'Đã xác nhận',
  shipping: 'Đang giao',
  delivered: 'Đã giao',
  cancelled: 'Đã hủy',
  returned: 'Trả hàng',
};

function otherStatus(row: DirtyRow, dice: Dice): void {
  const status = textIn(row.order_status);
  const capital = status.charAt(0).toUpperCase() + status.slice(1);
  row.order_status = dice.pick([
    status.toUpperCase(),
    capital,
    IN_VIETNAMESE[status] ?? capital,
    (IN_VIETNAMESE[status] ?? capital).toLowerCase(),
  ]);
}

function without(...columns: string[]): Dirt['soil'] {
  return (row) => {
    for (const column of columns) row[column] = null;
  };
}

function failedLookup(column: string, key: string): Dirt['soil'] {
  return (row) => {
    const message = `Did not find value '${textIn(row[key])}' in VLOOKUP evaluation.`;
    row[column] = { error: 'N_A', message };
  };
}

function brokenReference(column: string): Dirt['soil'] {
  return (row) => {
    row[column] = {
      value: { error: 'REF', message: 'Reference does not exist.' },
      formula: '=#REF!',
    };
  };
}

function stillLoading(column: string): Dirt['soil'] {
  return (row) => {
    row[column] = { error: 'LOADING' };
  };
}

function duplicatedOrderId(row: DirtyRow): void {
  row.order_id = textIn(row.order_id).replace(/\d+$/, (digits) => String(Number(digits) - 1));
}

function quantityWithUnit(row: DirtyRow): void {
  row.quantity = `${numberIn(row.quantity)} cái`;
}

function phoneAsNumber(row: DirtyRow): void {
  row.phone = Number(textIn(row.phone));
}

function phoneWithCountryCode(row: DirtyRow): void {
  const phone = textIn(row.phone);
  row.phone = `+84 ${phone.slice(1, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`;
}

function numberIn(cell: CellInput | undefined): number {
  const value = typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
  if (typeof value !== 'number') throw new Error('Only a number can become an amount or a date');
  return value;
}

function textIn(cell: CellInput | undefined): string {
  if (typeof cell !== 'string') throw new Error('Only a text can be written in another way');
  return cell;
}

/** With points between the thousands, as in Vietnam. */
function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, '.');
}
