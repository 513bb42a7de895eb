import { type Benchmark, type Figure, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { load, type LoadSample } from '../http/load';
import { AskedSheet } from './asked-sheet';
import { Stage } from './stage';

const ROWS = 10_000;
const PATH = 'summary';
/** A route of the same process that is logged, measured and throttled as well, and then does nothing. */
const NOTHING = '/api/v1/internal/ping';
const LOAD = { requests: 4_000, concurrency: 4 };
const ROUNDS = { warmUp: 2, counted: 7 };
const ROUND_LIMIT_MS = 60_000;
const WANTED_PER_SECOND = 1_000;
const ALLOWED_MS = 5;

/** What one api process does with answers that are kept. */
export const cachedLoad: Benchmark = {
  name: 'analytics-cached-load',
  title: 'Cached summaries from one api process',

  async run(context) {
    const stage = await Stage.set(context);
    const sheet = new AskedSheet(stage, await stage.addOrders(ROWS));
    await sheet.cold(PATH, 'roll-up');
    const { headers } = stage;
    const round = (url: URL) => (): Promise<LoadSample> => {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(ROUND_LIMIT_MS)]);
      return load({ url, headers, ...LOAD, signal });
    };
    const medians = await measure(
      { summary: round(sheet.urlOf(PATH)), nothing: round(new URL(NOTHING, stage.url)) },
      { ...ROUNDS, onRound: (number, of) => context.progress(`cached, round ${number} of ${of}`) },
    );
    // All of it was about answers that are kept, to the last.
    await sheet.kept(PATH);
    return figures(medians);
  },
};

function figures({ summary, nothing }: Record<'summary' | 'nothing', LoadSample>): Figure[] {
  const name = `cached summaries over ${LOAD.concurrency} connections`;
  const speed = { name, value: summary.requestsPerSecond, unit: 'requests/s' };
  const latency = { name: `p99 of ${name}`, value: summary.p99Ms, unit: 'ms' };
  const ping = `GET ${NOTHING}`;
  return [
    figure({
      ...speed,
      baseline: 'wanted',
      baselineValue: WANTED_PER_SECOND,
      target: { atLeast: 1 },
    }),
    figure({
      ...speed,
      baseline: ping,
      baselineValue: nothing.requestsPerSecond,
      target: { atLeast: 0.5 },
    }),
    figure({ ...latency, baseline: 'allowed', baselineValue: ALLOWED_MS, target: { atMost: 1 } }),
    figure({ ...latency, baseline: ping, baselineValue: nothing.p99Ms, target: { atMost: 3 } }),
  ];
}
