import { type BenchmarkContext, type Figure, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { checkCounts } from './check-counts';
import { type Effort } from './reader';
import { type ReaderName, ReaderProcess } from './reader-process';
import { GROWING } from './sheets';
import { type Stage } from './stage';

const NEW_ROWS = 2_000;
const ROUNDS = { warmUp: 5, counted: 25 };

/** A sheet that was read before: what is new, and the headers again. */
export async function newRows(context: BenchmarkContext, stage: Stage): Promise<Figure[]> {
  const ours = await newsOf(context, stage, 'tributary');
  const googles = await newsOf(context, stage, 'googleapis-sheets');
  const onRound = (number: number, of: number): void =>
    context.progress(`new rows, round ${number} of ${of}`);
  const medians = await measure(
    { ours: async () => msOf(await ours()), googles: async () => msOf(await googles()) },
    { ...ROUNDS, onRound },
  );
  const { requests } = await stage.emulator.countRequests(ours);
  const what = `${NEW_ROWS.toLocaleString('en-US')} new rows and the headers`;
  return [
    // A grid is longer than bare values, which shows where the network takes no time.
    figure({
      name: what,
      value: medians.ours.ms,
      unit: 'ms',
      baseline: '@googleapis/sheets, twice',
      baselineValue: medians.googles.ms,
      target: { atMost: 2.5 },
    }),
    figure({
      name: `requests for ${what}`,
      value: requests,
      unit: 'requests',
      baseline: 'one request',
      baselineValue: 1,
      target: { atMost: 1 },
    }),
  ];
}

async function newsOf(
  context: BenchmarkContext,
  { access }: Stage,
  name: ReaderName,
): Promise<() => Promise<Effort>> {
  const reader = await ReaderProcess.start(context, name, access);
  const fromRow = GROWING.rows - NEW_ROWS + 1;
  return async () => {
    const effort = await reader.obey({ task: 'read-news', sheet: GROWING, fromRow });
    checkCounts(name, effort, NEW_ROWS + 1);
    return effort;
  };
}

function msOf({ ms }: Effort): { ms: number } {
  return { ms };
}
