import { cellsOf, fieldsOf, HEADERS, orderAt, PLATFORMS, SOUGHT, STATUSES } from './orders';

const COUNT = 10_000;
const orders = Array.from({ length: COUNT }, (_, place) => orderAt(place, COUNT));

describe('orderAt', () => {
  it('spreads orders over three years, in their order', () => {
    const moments = orders.flatMap(({ after }) => after ?? []);
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    const days = new Set(moments.map((after) => Math.floor(after / 86_400)));
    expect(days.size).toBe(1_096);
    expect(fieldsOf(orderAt(0, COUNT)).order_date).toEqual(new Date('2022-12-31T17:00:00Z'));
  });

  it('uses every platform and every status', () => {
    const used = (values: (string | null)[]): string[] =>
      [...new Set(values)].filter((value) => value !== null).toSorted();
    expect(used(orders.map(({ platform }) => platform))).toEqual(PLATFORMS.toSorted());
    expect(used(orders.map(({ status }) => status))).toEqual(STATUSES.toSorted());
  });

  it('has cents, numbers as texts, and a little that cannot be used', () => {
    const totals = orders.map(({ total }) => total);
    expect(totals.filter((total) => total === 'n/a').length).toBeGreaterThan(5);
    expect(totals.filter((total) => typeof total === 'string').length).toBeLessThan(COUNT / 50);
    expect(totals.some((total) => typeof total === 'number' && total % 1 !== 0)).toBe(true);
    expect(orders.filter(({ after }) => after === null).length).toBeGreaterThan(5);
    expect(orders.filter(({ platform }) => platform === null).length).toBeGreaterThan(5);
  });

  it('has the customer that is sought, and few of their orders', () => {
    const found = orders.filter(({ customer }) => customer === SOUGHT).length;
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(COUNT / 1_000);
  });
});

describe('cellsOf', () => {
  it('has a cell for each header, with the moment as a spreadsheet has it', () => {
    const cells = cellsOf(orderAt(0, COUNT));
    expect(cells).toHaveLength(HEADERS.length);
    expect(cells[1]).toBe(44_927);
  });
});
