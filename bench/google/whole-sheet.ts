import { type BenchmarkContext, type Figure, figure } from '../harness/benchmark';
import { checkCounts } from './check-counts';
import { type Effort } from './reader';
import { type ReaderName, ReaderProcess } from './reader-process';
import { LARGE } from './sheets';
import { type Stage } from './stage';

const MB = 1_000_000;
/** What a process may hold that reads a sheet, whatever the sheet's size. */
const ALLOWED_MB = 300;

const TWICE = '@googleapis/sheets, twice';
const TEXTS_ONLY = 'google-spreadsheet, texts only';

/** A million rows, read once by everybody: that is rounds enough. */
export async function wholeSheet(context: BenchmarkContext, stage: Stage): Promise<Figure[]> {
  const ours = await readAll(context, stage, 'tributary');
  // As many rows in an answer as ours had on average.
  const pageRows = Math.ceil(LARGE.rows / ours.requests);
  const googles = await readAll(context, stage, 'googleapis-sheets', pageRows);
  const popular = await readAll(context, stage, 'google-spreadsheet', pageRows);

  const rowCount = LARGE.rows.toLocaleString('en-US');
  const speed = { name: `read ${rowCount} rows`, value: perSecond(ours), unit: 'rows/s' };
  return [
    // What we save is requests, which have a quota; time is what it costs. A grid names every value
    // and is several times as long as bare values, for the emulator to write and for us to parse.
    figure({
      ...speed,
      baseline: TWICE,
      baselineValue: perSecond(googles),
      target: { atLeast: 0.4 },
    }),
    // That one gets half of it.
    figure({
      ...speed,
      baseline: TEXTS_ONLY,
      baselineValue: perSecond(popular),
      target: { atLeast: 0.35 },
    }),
    figure({
      name: 'requests for them',
      value: ours.requests,
      unit: 'requests',
      baseline: TWICE,
      baselineValue: googles.requests,
      target: { atMost: 0.6 },
    }),
    figure({
      name: 'processor time for them',
      value: ours.cpuMs / 1_000,
      unit: 's',
      baseline: TWICE,
      baselineValue: googles.cpuMs / 1_000,
      target: { atMost: 3.5 },
    }),
    figure({
      name: 'memory for them, at most',
      value: ours.peakBytes / MB,
      unit: 'MB',
      baseline: 'allowed',
      baselineValue: ALLOWED_MB,
      target: { atMost: 1 },
    }),
  ];
}

async function readAll(
  context: BenchmarkContext,
  { emulator, access }: Stage,
  name: ReaderName,
  pageRows = LARGE.rows,
): Promise<Effort & { requests: number }> {
  context.progress(`${name} reads ${LARGE.rows} rows`);
  const reader = await ReaderProcess.start(context, name, access);
  const effort = await emulator.countRequests(() =>
    reader.obey({ task: 'read-all', sheet: LARGE, pageRows }),
  );
  checkCounts(name, effort, LARGE.rows);
  await reader.stop();
  return effort;
}

function perSecond({ rows, ms }: Effort): number {
  return (rows * 1_000) / ms;
}
