import { type BenchmarkContext } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { all } from './client-process';
import { LIMITER_NAMES, type LimiterName } from './limiters/limiter-name';
import { type Stage } from './stage';
import { WINDOW_MS } from './shared-key';

/** So many that nobody ever waits for room. */
const PLENTY = 100_000_000;
const SPRINT_MS = 250;
const ROUNDS = { warmUp: 1, counted: 5 };

/** How many ask at once, in each of how many processes. */
export interface Field {
  processes: number;
  inFlight: number;
}

type Reached = Record<LimiterName, { perSecond: number }>;

/** How many permits a second each library gives when there is room for all of them. */
export async function sprint(
  context: BenchmarkContext,
  { stores, clients }: Stage,
  { processes, inFlight }: Field,
): Promise<Reached> {
  const team = clients.slice(0, processes);
  const key = `bench-sprint-${processes}-${inFlight}`;
  const quota = { ...stores, key, permitted: PLENTY, windowMs: WINDOW_MS };
  const what = `${inFlight} in flight in each of ${processes}`;
  const run = (limiter: LimiterName) => async (): Promise<{ perSecond: number }> => ({
    perSecond: await all(team, { limiter, task: 'sprint', inFlight, forMs: SPRINT_MS }),
  });

  for (const limiter of LIMITER_NAMES) await all(team, { limiter, task: 'open', quota });
  const reached = await measure(
    {
      tributary: run('tributary'),
      'rate-limiter-flexible': run('rate-limiter-flexible'),
      bottleneck: run('bottleneck'),
    },
    {
      ...ROUNDS,
      onRound: (round, of) => context.progress(`acquires, ${what}, round ${round} of ${of}`),
    },
  );
  for (const limiter of LIMITER_NAMES) await all(team, { limiter, task: 'close' });
  return reached;
}
