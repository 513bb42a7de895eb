import { dateOf, FIRST_DAY, LAST_DAY, OrderCalendar, serialOf } from './calendar';

describe('the calendar of orders', () => {
  it('counts days as Sheets does', () => {
    expect(serialOf(2024, 1, 15)).toBe(45_306);
    expect(serialOf(2026, 11, 16)).toBe(46_342);
    expect(dateOf(33.625).toISOString()).toBe('1900-02-01T15:00:00.000Z');
  });

  it('spreads orders over all 24 months, none before the one ahead of it', () => {
    const calendar = new OrderCalendar(20_000);
    const times = Array.from({ length: 20_000 }, (_, order) => calendar.timeOf(order, 0.5).serial);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.floor(calendar.timeOf(0, 0).serial)).toBe(FIRST_DAY);
    expect(Math.floor(times.at(-1) ?? 0)).toBe(LAST_DAY);
  });

  it('has full weekends, a rush before Tết and hardly anything during it', () => {
    const calendar = new OrderCalendar(100_000);
    const perDay = new Map<number, number>();
    for (let order = 0; order < 100_000; order += 1) {
      const day = Math.floor(calendar.timeOf(order, 0).serial);
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
    const mean = (from: number, to: number): number => {
      let sum = 0;
      for (let day = from; day <= to; day += 1) sum += perDay.get(day) ?? 0;
      return sum / (to - from + 1);
    };
    for (const tet of [serialOf(2025, 1, 29), serialOf(2026, 2, 17)]) {
      expect(mean(tet - 15, tet - 2)).toBeGreaterThan(1.3 * mean(tet + 20, tet + 47));
      expect(mean(tet - 1, tet + 5)).toBeLessThan(0.4 * mean(tet + 20, tet + 47));
    }
    const saturday = serialOf(2026, 6, 6);
    expect(perDay.get(saturday)).toBeGreaterThan(1.2 * (perDay.get(saturday + 3) ?? 0));
  });

  it('says that there is no such order', () => {
    expect(() => new OrderCalendar(10).timeOf(10, 0)).toThrow('There is no order number 10');
  });
});
