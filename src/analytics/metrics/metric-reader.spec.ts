import { OrderItemsStrategy } from '../sheet-types/order-items.strategy';
import { OrdersStrategy } from '../sheet-types/orders.strategy';
import { bucketOf, isUndated } from './bucket';
import { MetricReader } from './metric-reader';

/** Texts as a program writes them. */
const texts = {
  number: (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  date: (text: string) => (/^\d{4}-/.test(text) ? new Date(text) : undefined),
};
const reader = new MetricReader(new OrdersStrategy(), texts, 'Asia/Ho_Chi_Minh');

describe('the facts of a row', () => {
  it('say when, how much, and what can be searched', () => {
    const data = {
      order_id: 1001,
      platform: 'Hà\nNội',
      order_status: null,
      customer_id: 'KH-Đ',
      order_date: new Date('2026-11-17T17:00:00Z'),
      total_amount: '12.5',
      subtotal: 'viel',
    };
    expect(reader.read(17, data)).toEqual({
      bucket: 'd2026-11-18',
      at: new Date('2026-11-17T17:00:00Z'),
      amounts: { total_amount: { whole: 12, millionths: 500_000 }, subtotal: null },
      flawed: false,
      search: '1001\nha noi\n\nkh-d',
    });
  });

  it.each([
    ['a text that is a date', '2026-11-18T00:30:00+07:00', 'd2026-11-18'],
    ['a text that is none', 'gestern', 'u0000000000'],
    ['a number', 45_000, 'u0000000000'],
    ['nothing', null, 'u0000000000'],
    ['a year of five digits', new Date(Date.UTC(12_026, 0, 1)), 'u0000000000'],
    ['no date at all', new Date(NaN), 'u0000000000'],
  ])('put %s into its bucket', (_, order_date, bucket) => {
    expect(reader.read(17, { order_date }).bucket).toBe(bucket);
  });

  it.each([['viel'], [null], [true], [new Date(0)], [2 ** 60]])(
    'are flawed with %p for an amount',
    (total_amount) => {
      expect(reader.read(17, { total_amount })).toMatchObject({
        flawed: true,
        amounts: { total_amount: null },
      });
    },
  );

  it('are flawed when one measure of several cannot be read', () => {
    const items = new MetricReader(new OrderItemsStrategy(), texts, 'nowhere');
    expect(items.read(1, { quantity: 2, line_total: 5 }).flawed).toBe(false);
    expect(items.read(1, { quantity: 2, line_total: 'x' }).flawed).toBe(true);
  });
});

describe('buckets', () => {
  it('of days come before those without, in the order of the days', () => {
    const names = [
      bucketOf(null, 4_096_000_000),
      bucketOf('2026-11-18', 1),
      bucketOf(null, 5),
      bucketOf('0999-01-01', 1),
    ];
    expect([...names].sort()).toEqual([names[3], names[1], names[2], names[0]]);
    expect(names.map(isUndated)).toEqual([true, false, true, false]);
  });

  it('hold rows that stand together', () => {
    expect(bucketOf(null, 0)).toBe(bucketOf(null, 4_095));
    expect(bucketOf(null, 4_095)).not.toBe(bucketOf(null, 4_096));
  });
});
