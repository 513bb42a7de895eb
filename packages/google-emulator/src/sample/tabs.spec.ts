import { type CellInput, type RowSource } from '../sheets/definition';
import { FIRST_DAY, LAST_DAY } from './calendar';
import { type TabName } from './dirt';
import { SampleShop } from './shop';
import { type SampleTab, sampleTabs } from './tabs';

/** The columns that analytics ask for, by tab. */
const NEEDED: Readonly<Record<TabName, readonly string[]>> = {
  Orders: [
    'order_id',
    'platform',
    'order_status',
    'customer_id',
    'order_date',
    'subtotal',
    'total_amount',
  ],
  Order_Items: [
    'order_item_id',
    'order_id',
    'product_id',
    'product_name',
    'quantity',
    'unit_price',
    'final_price',
    'line_total',
  ],
  Customers: ['customer_id', 'customer_name', 'phone'],
  Products: ['product_id', 'product_name'],
};

const tabsOf = (seed: number): Readonly<Record<TabName, SampleTab>> =>
  Object.fromEntries(
    sampleTabs(new SampleShop(seed), seed).map((tab) => [tab.title, tab]),
  ) as Record<TabName, SampleTab>;
const source = (tab: SampleTab): RowSource => tab.definition.rows as RowSource;

type Cells = Record<string, CellInput>;
/** The data rows that are clean, each with its index. */
function* clean(tab: SampleTab): Generator<[number, Cells]> {
  for (let index = 0; index < tab.count; index += 1) {
    if (!tab.dirt(index)) yield [index, record(tab, index)];
  }
}

function record(tab: SampleTab, index: number): Cells {
  const cells = source(tab).row(tab.place(index));
  return Object.fromEntries(tab.columns.map((name, column) => [name, cells[column] ?? null]));
}

const number = (cell: CellInput | undefined): number => {
  const value = typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
  return typeof value === 'number' ? value : NaN;
};

describe('the tabs of the sample', () => {
  const tabs = tabsOf(2026);
  const all = Object.values(tabs);

  it('have the rows that were promised, under a header in the first row', () => {
    const counts = all.map(({ title, count }) => [title, count]);
    expect(counts.slice(0, 1).concat(counts.slice(2))).toEqual([
      ['Orders', 20_000],
      ['Customers', 6_000],
      ['Products', 400],
    ]);
    expect(Math.abs(tabs.Order_Items.count - 45_000)).toBeLessThan(1_500);
    for (const tab of all) {
      expect(source(tab).row(0)).toEqual(tab.columns);
      expect(tab.columns).toEqual(expect.arrayContaining([...NEEDED[tab.title]]));
    }
  });

  it('are the same for the same seed, row by row in any order, and others for another', () => {
    const [again, other] = [tabsOf(2026), tabsOf(7)];
    for (const tab of all) {
      const lines = Array.from({ length: 200 }, (_, i) => source(tab).count - 1 - i * 2);
      const read = (from: SampleTab): unknown[] =>
        lines.map((line) => source(from).row(Math.min(line, source(from).count - 1)));
      expect(read(again[tab.title])).toEqual(read(tab));
      expect(read(other[tab.title])).not.toEqual(read(tab));
    }
  });

  it('have blank rows in the middle and none at the end', () => {
    for (const tab of all) {
      const { count } = source(tab);
      const blanks: number[] = [];
      for (let line = 0; line < count; line += 1) {
        if (source(tab).row(line).length === 0) blanks.push(line);
      }
      expect(blanks).toHaveLength(Math.floor(tab.count / 997));
      expect(count).toBe(1 + tab.count + blanks.length);
      expect(tab.place(tab.count - 1)).toBe(count - 1);
      const places = new Set(Array.from({ length: tab.count }, (_, index) => tab.place(index)));
      expect(places.size).toBe(tab.count);
      expect(blanks.some((line) => places.has(line))).toBe(false);
    }
  });

  it('have ids that are found in the other tabs', () => {
    const shop = new SampleShop(2026);
    const known = (count: number, id: (index: number) => string): Set<CellInput> =>
      new Set(Array.from({ length: count }, (_, index) => id(index)));
    const customers = known(6_000, (index) => shop.customer(index).id);
    const products = known(400, (index) => shop.product(index).id);
    const rows = (tab: SampleTab): Cells[] => [...clean(tab)].map(([, row]) => row);
    const strangers = (found: Cells[], column: string, ids: Set<CellInput>): Cells[] =>
      found.filter((row) => !ids.has(row[column] ?? null));
    const items = rows(tabs.Order_Items);
    expect(strangers(rows(tabs.Customers), 'customer_id', customers)).toEqual([]);
    expect(strangers(rows(tabs.Products), 'product_id', products)).toEqual([]);
    expect(strangers(rows(tabs.Orders), 'customer_id', customers)).toEqual([]);
    expect(strangers(items, 'product_id', products)).toEqual([]);
    expect(new Set(items.map((row) => row.order_item_id)).size).toBe(items.length);
    expect(known(400, (index) => shop.product(index).name).size).toBe(400);
  });

  it('have orders whose amounts are those of their items', () => {
    const wrong: unknown[] = [];
    const sums = new Map<unknown, { lines: number; total: number; isClean: boolean }>();
    for (let index = 0; index < tabs.Order_Items.count; index += 1) {
      const row = record(tabs.Order_Items, index);
      const sum = sums.get(row.order_id) ?? { lines: 0, total: 0, isClean: true };
      const isClean = !tabs.Order_Items.dirt(index);
      const product = number(row.quantity) * number(row.final_price);
      if (isClean && number(row.line_total) !== product) wrong.push(row);
      sums.set(row.order_id, {
        lines: sum.lines + 1,
        total: sum.total + number(row.line_total),
        isClean: sum.isClean && isClean,
      });
    }
    let [compared, lastDate] = [0, 0];
    for (const [, row] of clean(tabs.Orders)) {
      const sum = sums.get(row.order_id);
      const subtotal = number(row.subtotal);
      const total = subtotal - number(row.discount) + number(row.shipping_fee);
      if (number(row.total_amount) !== total) wrong.push(row);
      if (!(number(row.order_date) >= lastDate)) wrong.push(row);
      lastDate = number(row.order_date);
      if (!sum?.isClean) continue;
      if (row.item_count !== sum.lines || subtotal !== sum.total) wrong.push(row);
      compared += 1;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(18_000);
    expect(lastDate).toBeLessThan(LAST_DAY + 1);
  });

  it('have nobody who buys before having joined', () => {
    const shop = new SampleShop(2026);
    for (let index = 0; index < 20_000; index += 50) {
      const { customer, date } = shop.order(index);
      expect(customer.joined).toBeLessThanOrEqual(date);
      expect(date).toBeGreaterThan(FIRST_DAY);
    }
  });

  it('are made row by row, from nothing but what the row speaks of', () => {
    const shop = new SampleShop(1, { orders: 50_000, customers: 5_000, products: 400 });
    const [orders] = sampleTabs(shop, 1);
    const made = {
      order: jest.spyOn(shop, 'order'),
      customer: jest.spyOn(shop, 'customer'),
      product: jest.spyOn(shop, 'product'),
    };
    for (let i = 0; i < 100; i += 1) if (orders) source(orders).row(orders.place(49_999 - i));
    expect(made.order).toHaveBeenCalledTimes(100);
    expect(made.customer).toHaveBeenCalledTimes(100);
    expect(made.product.mock.calls.length).toBeLessThanOrEqual(500);
  });
});
