import fc from 'fast-check';
import { newPolicy, openLimiter } from './limiters';
import { Provider, send } from './provider';

const ACCOUNTS = ['one@project.example', 'two@project.example'] as const;
const latency = fc.integer({ min: 0, max: 40 });
const request = fc.record({
  process: fc.nat({ max: 2 }),
  account: fc.constantFrom(...ACCOUNTS),
  tokens: fc.integer({ min: 1, max: 3 }),
  thereMs: latency,
  backMs: latency,
  owner: fc.constantFrom('', 'mai', 'lan'),
});

describe('the promise to the provider', () => {
  it('holds in every window, whatever the latencies, over several processes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 6, max: 16 }),
        fc.integer({ min: 50, max: 200 }),
        async (requests, quota, windowMs) => {
          const policy = newPolicy();
          const perAccount = Math.floor(quota / 2);
          const limits = `window ${quota}/${windowMs / 1000}s, window ${perAccount}/0.1s per account`;
          const limiters = await Promise.all(
            [0, 1, 2].map(() => openLimiter({ policy, limits, maxFlightMs: 10_000 })),
          );
          const project = new Provider();
          const accounts = new Map(ACCOUNTS.map((account) => [account, new Provider()]));
          await Promise.all(
            requests.map(({ process, account, ...way }) =>
              send(limiters[process]!, `${policy}/${account}`, way, [
                project,
                accounts.get(account)!,
              ]),
            ),
          );
          await Promise.all(limiters.map((limiter) => limiter.close()));
          expect(project.arrivals).toHaveLength(requests.length);
          expect(project.busiest(windowMs)).toBeLessThanOrEqual(quota);
          for (const account of accounts.values()) {
            expect(account.busiest(100)).toBeLessThanOrEqual(perAccount);
          }
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
  });
});
