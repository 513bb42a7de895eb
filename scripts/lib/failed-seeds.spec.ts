import fc from 'fast-check';
import { tryWith, trialsOf } from '../../test/setup/seed';
import { withFailedSeeds } from './failed-seeds.cjs';

const SPEC = 'libs/a/src/a.spec.ts';
const nameOf = (path: string): string => path.replace('/repository/', '');
const resultOf = (message: string) => ({ name: `/repository/${SPEC}`, message });

async function messageOf(attempt: () => Promise<void> | void): Promise<string> {
  try {
    await attempt();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It did not fail');
}

describe('the seeds that are tried for ever', () => {
  it('are those that fast-check reports, with the runs that it took', async () => {
    const message = await messageOf(() =>
      fc.assert(
        fc.property(fc.nat(), () => {
          runs += 1;
          if (runs > 3) throw new Error('the fourth');
        }),
        { seed: -77, endOnFailure: true },
      ),
    );
    expect(withFailedSeeds([], [resultOf(message)], nameOf)).toEqual([
      { spec: SPEC, seed: -77, runs: 4, long: true },
    ]);
  });
  let runs = 0;

  it('are those of failures that have nothing to do with fast-check', async () => {
    const [trial] = trialsOf(__filename);
    if (!trial) throw new Error('There is no seed');
    const message = await messageOf(() =>
      tryWith(trial, () => Promise.reject(new Error('a row is missing'))),
    );
    expect(message).toContain('a row is missing');
    expect(withFailedSeeds([], [resultOf(message)], nameOf)).toEqual([
      { spec: SPEC, seed: trial.seed, runs: 1, long: true },
    ]);
  });

  it('stay, each once, with the most runs', () => {
    const known = [
      { spec: 'b.spec.ts', seed: 1 },
      { spec: SPEC, seed: 2, runs: 9, long: true },
    ];
    const message = '{ seed: 2, path: "3:0:1", endOnFailure: true } { seed: 4, path: "0" }';
    expect(withFailedSeeds(known, [resultOf(message)], nameOf)).toEqual([
      { spec: 'b.spec.ts', seed: 1 },
      { spec: SPEC, seed: 2, runs: 9, long: true },
      { spec: SPEC, seed: 4, runs: 1, long: true },
    ]);
  });
});
