/** What the contract says of a type of sheet. */
export interface Kind {
  readonly summary: readonly string[];
  readonly measures: readonly string[];
  readonly distinct?: string;
  readonly distributed: readonly string[];
  readonly top: readonly string[];
  /** The measures by which values can lead. */
  readonly leads: { readonly amount?: string; readonly quantity?: string };
  readonly searched: readonly string[];
  readonly sorted: Readonly<Record<string, 'text' | 'number' | 'date'>>;
}

export type SheetKind = 'orders' | 'order_items' | 'customers' | 'products';

const texts = (...fields: string[]): Record<string, 'text'> =>
  Object.fromEntries(fields.map((field) => [field, 'text']));
const numbers = (...fields: string[]): Record<string, 'number'> =>
  Object.fromEntries(fields.map((field) => [field, 'number']));

/** The types of the contract, written down once more, so that a test does not believe the product. */
export const KINDS: Readonly<Record<SheetKind, Kind>> = {
  orders: {
    summary: ['total_count', 'total_amount', 'avg_amount'],
    measures: ['total_amount'],
    distributed: ['platform', 'order_status'],
    top: ['platform'],
    leads: { amount: 'total_amount' },
    searched: ['order_id', 'platform', 'order_status', 'customer_id'],
    sorted: {
      ...texts('order_id', 'platform', 'order_status'),
      order_date: 'date',
      ...numbers('subtotal', 'total_amount'),
    },
  },
  order_items: {
    summary: ['total_quantity', 'total_line_total', 'unique_products'],
    measures: ['quantity', 'line_total'],
    distinct: 'product_id',
    distributed: [],
    top: ['product_name'],
    leads: { amount: 'line_total', quantity: 'quantity' },
    searched: ['order_item_id', 'order_id', 'product_id', 'product_name'],
    sorted: {
      ...texts('order_item_id', 'order_id', 'product_id', 'product_name'),
      ...numbers('quantity', 'unit_price', 'final_price', 'line_total'),
    },
  },
  customers: {
    summary: ['total_count'],
    measures: [],
    distributed: [],
    top: [],
    leads: {},
    searched: ['customer_id', 'customer_name', 'phone'],
    sorted: texts('customer_id', 'customer_name', 'phone'),
  },
  products: {
    summary: ['total_count'],
    measures: [],
    distributed: [],
    top: [],
    leads: {},
    searched: ['product_id', 'product_name'],
    sorted: texts('product_id', 'product_name'),
  },
};
