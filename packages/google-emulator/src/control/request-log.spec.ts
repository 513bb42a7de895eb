import * as fc from 'fast-check';
import { RequestLog, type LogEntry } from './request-log';

function entry(arrivedAt: number, more: Partial<LogEntry> = {}): Omit<LogEntry, 'sequence'> {
  return { time: 0, arrivedAt, method: 'GET', path: '/v4/spreadsheets/1', query: {}, ...more };
}

describe('RequestLog', () => {
  it('keeps the newest entries', () => {
    const log = new RequestLog(3);
    for (let n = 1; n <= 20; n += 1) log.add(entry(n));
    expect(log.entries().map(({ sequence }) => sequence)).toEqual([18, 19, 20]);
    log.clear();
    expect(log.add(entry(0)).sequence).toBe(21);
    expect(log.entries().length).toBe(1);
  });

  it('finds entries by what is known of them', () => {
    const log = new RequestLog();
    log.add(entry(1, { api: 'sheets', status: 200, account: 'a@x' }));
    log.add(entry(2, { api: 'sheets', status: 429, account: 'a@x', path: '/v4/spreadsheets/2' }));
    log.add(entry(3, { api: 'drive', account: 'b@x' }));
    const found = (filter: Parameters<RequestLog['entries']>[0]): number[] =>
      log.entries(filter).map(({ sequence }) => sequence);
    expect(found({ api: 'sheets' })).toEqual([1, 2]);
    expect(found({ api: 'sheets', status: 429 })).toEqual([2]);
    expect(found({ account: 'b@x' })).toEqual([3]);
    expect(found({ path: /2$/ })).toEqual([2]);
    expect(found({ path: '/v4/spreadsheets/1' })).toEqual([1, 3]);
    expect(found({ since: 1 })).toEqual([2, 3]);
    expect(found({ status: 500 })).toEqual([]);
  });

  it('finds the busiest window', () => {
    const log = new RequestLog();
    for (const at of [0, 10, 59, 60, 61, 200]) log.add(entry(at, { cost: 1 }));
    log.add(entry(201, { cost: 5, metric: 'drive' }));
    log.add(entry(202));
    expect(log.busiest(60)).toBe(6);
    expect(log.busiest(60, { metric: 'drive' })).toBe(5);
    expect(log.busiest(1)).toBe(5);
    expect(new RequestLog().busiest(60)).toBe(0);
  });

  it('finds no less and no more than counting every window does', () => {
    const requests = fc.array(fc.record({ at: fc.integer({ min: 0, max: 200 }), cost: fc.nat(5) }));
    fc.assert(
      fc.property(requests, fc.integer({ min: 1, max: 100 }), (all, windowMs) => {
        const log = new RequestLog();
        for (const { at, cost } of all) log.add(entry(at, { cost }));
        const sums = all.map(({ at: start }) =>
          all
            .filter(({ at }) => at >= start && at < start + windowMs)
            .reduce((sum, { cost }) => sum + cost, 0),
        );
        expect(log.busiest(windowMs)).toBe(Math.max(0, ...sums));
      }),
    );
  });
});
