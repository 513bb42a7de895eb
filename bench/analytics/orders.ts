import { type FieldValue } from '../../src/sheet-crawler/mapping/column-mapping';

/** An order as a shop writes it down. */
export interface Order {
  readonly id: string;
  /** Seconds since the first order; null where somebody typed what is no date. */
  readonly after: number | null;
  readonly platform: string | null;
  readonly status: string;
  readonly customer: string;
  readonly subtotal: number;
  /** A text where somebody typed what is no number, or a number as a text. */
  readonly total: number | string;
}

/** Where the shop is, and how its people write. */
export const SHOP = { locale: 'en_US', timeZone: 'Asia/Ho_Chi_Minh' } as const;

/** The first day and the last one. */
export const FIRST_DAY = '2023-01-01';
export const LAST_DAY = '2025-12-31';
/** The last quarter of them. */
export const QUARTER = { from: '2025-10-01', to: LAST_DAY } as const;

export const PLATFORMS = ['Shopee', 'Lazada', 'TikTok Shop', 'Tiki', 'Website'] as const;
export const STATUSES = [
  'Mới',
  'Đã xác nhận',
  'Đang giao',
  'Hoàn thành',
  'Đã huỷ',
  'Trả hàng',
] as const;

/** What somebody looks for: one customer. */
export const SOUGHT = 'KH01234';

const DAYS = 1_096;
const SECONDS_A_DAY = 86_400;
const MS = 1_000;
/** The first day began at that moment in the shop, and has that number in a spreadsheet. */
const FIRST_MOMENT = Date.parse(`${FIRST_DAY}T00:00:00+07:00`);
const FIRST_SERIAL = 44_927;
const CUSTOMERS = 5_000;
const SHIPPING = 1.25;

/** Every so many rows have something that cannot be used, or has to be read as what it means. */
const NO_PLATFORM = 991;
const NO_AMOUNT = 997;
const NO_DATE = 1_013;
const NUMBER_AS_TEXT = 103;

/** The order at a place, of so many that are spread evenly over all days. */
export function orderAt(place: number, of: number): Order {
  const cents = 199 + ((place * 7_919) % 250_000);
  const subtotal = cents / 100;
  const total = (cents + SHIPPING * 100) / 100;
  return {
    id: `DH${String(place).padStart(7, '0')}`,
    after: place % NO_DATE === 1 ? null : Math.floor((place * DAYS * SECONDS_A_DAY) / of),
    platform: place % NO_PLATFORM === 1 ? null : (PLATFORMS[(place * 3) % 5] ?? null),
    status: STATUSES[(place * 5 + (place % 7)) % 6] ?? STATUSES[0],
    customer: `KH${String((place * 31) % CUSTOMERS).padStart(5, '0')}`,
    subtotal,
    total:
      place % NO_AMOUNT === 1 ? 'n/a' : place % NUMBER_AS_TEXT === 1 ? total.toFixed(2) : total,
  };
}

/** It as the fields of a stored row. */
export function fieldsOf(order: Order): Record<string, FieldValue> {
  const { id, after, platform, status, customer, subtotal, total } = order;
  return {
    order_id: id,
    order_date: after === null ? SOMEDAY : new Date(FIRST_MOMENT + after * MS),
    platform,
    order_status: status,
    customer_id: customer,
    subtotal,
    total_amount: total,
  };
}

/** It as the cells of a row of a sheet. */
export function cellsOf(order: Order): (string | number | null)[] {
  const { id, after, platform, status, customer, subtotal, total } = order;
  const serial = after === null ? SOMEDAY : FIRST_SERIAL + after / SECONDS_A_DAY;
  return [id, serial, platform, status, customer, subtotal, total];
}

/** What stands above the cells. */
export const HEADERS = [
  'Order',
  'Ordered at',
  'Platform',
  'Status',
  'Customer',
  'Subtotal',
  'Total',
] as const;

const SOMEDAY = 'sớm thôi';
