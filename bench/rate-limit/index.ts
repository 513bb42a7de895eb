import { type Benchmark, type BenchmarkContext, type Figure, figure } from '../harness/benchmark';
import { type LimiterName, OTHERS } from './limiters/limiter-name';
import { PERMITTED, type Seen, shareKey, WINDOW_MS } from './shared-key';
import { type Field, sprint } from './sprint';
import { PROCESS_COUNTS, setStage, type Stage } from './stage';

/** How fast ours has to be beside the others, which only count: ours keeps an order and a journal. */
interface Pace {
  name: string;
  field: Field;
  atLeast: Record<(typeof OTHERS)[number], number>;
}

const PACES: Pace[] = [
  {
    name: 'acquires one after the other',
    field: { processes: 1, inFlight: 1 },
    atLeast: { 'rate-limiter-flexible': 0.2, bottleneck: 1.5 },
  },
  ...PROCESS_COUNTS.map((processes) => ({
    name: `acquires with 64 in flight, ${counted(processes)}`,
    field: { processes, inFlight: 64 },
    atLeast: { 'rate-limiter-flexible': 0.7, bottleneck: 10 },
  })),
];

/** That a quota is used up and never overdrawn, and what it costs to ask. */
export const benchmark: Benchmark = {
  name: 'rate-limit',
  title: `Processes that share a quota of ${PERMITTED} requests in ${WINDOW_MS / 1_000} s, as its provider sees them`,

  async run(context) {
    context.progress('starting the provider and its clients');
    const stage = await setStage(context);
    const figures: Figure[] = [];
    for (const processes of PROCESS_COUNTS) {
      figures.push(...(await sharing(context, stage, processes)));
    }
    for (const pace of PACES) figures.push(...(await acquires(context, stage, pace)));
    return figures;
  },
};

/** What the provider sees of a key that processes share: much, but never too much. */
async function sharing(
  context: BenchmarkContext,
  stage: Stage,
  processes: number,
): Promise<Figure[]> {
  const share = (limiter: LimiterName): Promise<Seen> => {
    context.signal.throwIfAborted();
    context.progress(`${limiter}, ${counted(processes)}`);
    return shareKey(stage, limiter, processes);
  };
  const ours = await share('tributary');
  const theirs: [LimiterName, Seen][] = [];
  for (const other of OTHERS) theirs.push([other, await share(other)]);

  const unit = 'requests';
  const used = { name: `used in a window, ${counted(processes)}`, value: ours.used, unit };
  const most = { name: `most in any window, ${counted(processes)}`, value: ours.most, unit };
  const permitted = { baseline: 'permitted', baselineValue: PERMITTED };
  return [
    figure({ ...used, ...permitted, target: { atLeast: 0.95 } }),
    // Theirs is more than permitted at times.
    ...theirs.map(([baseline, { used: baselineValue }]) =>
      figure({ ...used, baseline, baselineValue, target: { atLeast: 0.9 } }),
    ),
    figure({ ...most, ...permitted, target: { atMost: 1 } }),
    ...theirs.map(([baseline, { most: baselineValue }]) =>
      figure({ ...most, baseline, baselineValue, target: { atMost: 1 } }),
    ),
  ];
}

async function acquires(
  context: BenchmarkContext,
  stage: Stage,
  { field, name, atLeast }: Pace,
): Promise<Figure[]> {
  const reached = await sprint(context, stage, field);
  return OTHERS.map((baseline) =>
    figure({
      name,
      value: reached.tributary.perSecond,
      unit: 'acquires/s',
      baseline,
      baselineValue: reached[baseline].perSecond,
      target: { atLeast: atLeast[baseline] },
    }),
  );
}

function counted(processes: number): string {
  return processes === 1 ? '1 process' : `${processes} processes`;
}
