import { RollupAccumulator } from './rollup-accumulator';

const sums = (whole: number) => ({
  rows: 1,
  flawed: 0,
  amounts: { total_amount: { count: 1, whole, millionths: 0 } },
});
const at = (text: string) => new Date(text);

describe('RollupAccumulator', () => {
  it('adds up all rows, and those of every value', () => {
    const accumulator = new RollupAccumulator(
      'd2026-11-18',
      ['total_amount'],
      ['platform', 'order_status'],
    );
    const [early, late] = [at('2026-11-18T01:00:00Z'), at('2026-11-18T09:00:00Z')];
    accumulator.add({ platform: 'Shopee', order_status: 'done' }, sums(1), late, late);
    accumulator.add({ platform: ' Shopee\u00A0', order_status: ' ' }, sums(2), early, late);
    accumulator.add({ platform: 7, order_status: 'done' }, sums(4), null, null);
    const amounts = (count: number, whole: number) => ({
      total_amount: { count, whole, millionths: 0 },
    });
    expect(accumulator.finish()).toEqual({
      bucket: 'd2026-11-18',
      rows: 3,
      flawed: 0,
      amounts: amounts(3, 7),
      first_at: early,
      last_at: late,
      groups: {
        platform: [
          { value: 'Shopee', rows: 2, flawed: 0, amounts: amounts(2, 3) },
          { value: '7', rows: 1, flawed: 0, amounts: amounts(1, 4) },
        ],
        order_status: [
          { value: 'done', rows: 2, flawed: 0, amounts: amounts(2, 5) },
          { value: null, rows: 1, flawed: 0, amounts: amounts(1, 2) },
        ],
      },
    });
  });

  it.each([
    ['values', 5_001, 'v'],
    ['letters', 11, 'long '.repeat(10_000)],
  ])('keeps no values of a field that has too many %s, and all sums', (_, count, prefix) => {
    const accumulator = new RollupAccumulator(
      'u0000000000',
      ['total_amount'],
      ['platform', 'order_status'],
    );
    for (let each = 0; each < count; each += 1) {
      accumulator.add({ platform: `${prefix}${each}`, order_status: 'done' }, sums(1), null, null);
    }
    const { rows, groups } = accumulator.finish();
    expect(rows).toBe(count);
    expect(groups.platform).toBeNull();
    expect(groups.order_status).toMatchObject([{ value: 'done', rows: count }]);
  });
});
