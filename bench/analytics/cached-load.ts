import { type Benchmark, type Figure, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { load, type LoadSample } from '../http/load';
import { AskedSheet } from './asked-sheet';
import { Stage } from './stage';

const ROWS = 10_000;
const PATH = 'summary';
/** A route of the same process that is logged, measured and throttled as well, and then does nothing. */
const NOTHING = '/api/v1/internal/ping';
const RUSH = { requests: 4_000, concurrency: 4 };
/** Who asks alone waits for the service only, and not for a processor that the askers use as well. */
const ALONE = { requests: 1_000, concurrency: 1 };
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
    const round = (url: URL, by: typeof RUSH) => (): Promise<LoadSample> => {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(ROUND_LIMIT_MS)]);
      return load({ url, headers, ...by, signal });
    };
    const [summary, nothing] = [sheet.urlOf(PATH), new URL(NOTHING, stage.url)];
    const medians = await measure(
      {
        summary: round(summary, RUSH),
        nothing: round(nothing, RUSH),
        oneSummary: round(summary, ALONE),
        oneNothing: round(nothing, ALONE),
      },
      { ...ROUNDS, onRound: (number, of) => context.progress(`cached, round ${number} of ${of}`) },
    );
    // All of it was about answers that are kept, to the last.
    await sheet.kept(PATH);
    return figures(medians);
  },
};

type Samples = Readonly<Record<'summary' | 'nothing' | 'oneSummary' | 'oneNothing', LoadSample>>;

function figures({ summary, nothing, oneSummary, oneNothing }: Samples): Figure[] {
  const name = `cached summaries over ${RUSH.concurrency} connections`;
  const speed = { name, value: summary.requestsPerSecond, unit: 'requests/s' };
  const latency = {
    name: 'p99 of cached summaries, one by one',
    value: oneSummary.p99Ms,
    unit: 'ms',
  };
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
    figure({ ...latency, baseline: ping, baselineValue: oneNothing.p99Ms, target: { atMost: 3 } }),
  ];
}
