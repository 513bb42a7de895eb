import { type CellInput, type RowSource } from '../sheets/definition';
import { DiceBox } from './dice';
import { DIRT, type DirtyRow, dirtOf, type TabName } from './dirt';
import { SampleShop } from './shop';
import { sampleTabs } from './tabs';

const ROW: DirtyRow = {
  order_id: 'DH100005',
  order_date: 46_326.5,
  platform: 'Shopee',
  customer_id: 'KH00001',
  customer_name: 'Trần Thị Lan',
  city: 'Huế',
  order_status: 'delivered',
  subtotal: 1_234_000,
  total_amount: { value: 1_234_000, formula: '=I2-J2+K2' },
  phone: '0912345678',
  quantity: 2,
};

/** What may become of a row when one kind of dirt falls on it. */
function soiled(tab: TabName, name: string): string[] {
  const dirt = DIRT[tab].find((one) => one.name === name);
  const outcomes = Array.from({ length: 200 }, (_, index) => {
    const row = { ...ROW };
    dirt?.soil(row, new DiceBox(1, name).at(index));
    const changed = Object.entries(row).filter(([column, cell]) => cell !== ROW[column]);
    return changed.map(([column, cell]) => `${column}=${shown(cell)}`).join(' ');
  });
  return [...new Set(outcomes)].sort();
}

function shown(cell: CellInput): string {
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell);
}

describe('dirt', () => {
  it.each([
    ['Orders', 'amount as text', ['total_amount=1.234.000 ₫']],
    ['Orders', 'amount in thousands', ['total_amount=1234k']],
    ['Orders', 'missing customer', ['customer_id=null customer_name=null']],
    [
      'Orders',
      'failed lookup',
      [
        `customer_name={"error":"N_A","message":"Did not find value 'KH00001' in VLOOKUP evaluation."}`,
      ],
    ],
    ['Orders', 'still loading', ['city={"error":"LOADING"}']],
    ['Orders', 'duplicated order id', ['order_id=DH100004']],
    [
      'Orders',
      'status in another way',
      [
        'order_status=DELIVERED',
        'order_status=Delivered',
        'order_status=Đã giao',
        'order_status=đã giao',
      ],
    ],
    ['Order_Items', 'quantity with a unit', ['quantity=2 cái']],
    ['Customers', 'phone as a number', ['phone=912345678']],
    ['Customers', 'phone with a country code', ['phone=+84 91 234 5678']],
    [
      'Orders',
      'date as text',
      [
        'order_date=2026-10-31',
        'order_date=2026-10-31 12:00:00',
        'order_date=31-10-2026',
        'order_date=31.10.26',
        'order_date=31/10/2026',
        'order_date=31/10/2026 12:00',
        'order_date=ngày 31 tháng 10 năm 2026',
      ],
    ],
  ] as const)('in %s: %s', (tab, name, expected) => {
    expect(soiled(tab, name)).toEqual(expected);
  });

  it('says when it falls on something that it cannot soil', () => {
    const row = { total_amount: 'x' };
    const [dirt] = DIRT.Orders;
    expect(() => dirt?.soil(row, new DiceBox(1, '').at(0))).toThrow('Only a number');
  });

  it('is in one to two rows of a hundred, every kind of it', () => {
    for (const seed of [2026, 7]) {
      for (const tab of sampleTabs(new SampleShop(seed), seed)) {
        const found = Array.from({ length: tab.count }, (_, index) => tab.dirt(index)).filter(
          (dirt) => dirt !== undefined,
        );
        // Of a short tab the share is what chance makes it.
        const [low, high] = tab.count < 1_000 ? [0.002, 0.04] : [0.01, 0.02];
        expect(found.length / tab.count).toBeGreaterThan(low);
        expect(found.length / tab.count).toBeLessThan(high);
        if (tab.count < 1_000) continue;
        expect(new Set(found)).toEqual(new Set(DIRT[tab.title]));
      }
    }
  });

  it('shows in the rows where it is said to be, and leaves the others alone', () => {
    const shop = new SampleShop(3);
    const [orders] = sampleTabs(shop, 3);
    if (!orders) throw new Error('The tab of orders is missing');
    const wrong: unknown[] = [];
    let soiledRows = 0;
    for (let index = 0; index < orders.count; index += 1) {
      const [id, date, , customer] = (orders.definition.rows as RowSource).row(orders.place(index));
      const dirt = orders.dirt(index)?.name;
      if ((typeof date === 'string') !== (dirt === 'date as text')) wrong.push([id, dirt]);
      if ((customer === null) !== (dirt === 'missing customer')) wrong.push([id, dirt]);
      const hasOwnId = id === `DH${100_001 + index}`;
      if (hasOwnId === (dirt === 'duplicated order id')) wrong.push([id, dirt]);
      if (dirt) soiledRows += 1;
    }
    expect(wrong).toEqual([]);
    expect(soiledRows).toBeGreaterThan(200);
  });

  it('falls on a row or not, whatever was asked before', () => {
    const box = new DiceBox(1, 'dirt');
    const once = Array.from({ length: 500 }, (_, index) => dirtOf('Orders', box.at(index))?.name);
    const again = Array.from({ length: 500 }, (_, i) => dirtOf('Orders', box.at(499 - i))?.name);
    expect(again.reverse()).toEqual(once);
  });
});
