import { ACCOUNT } from '../google/emulator';
import { LARGE } from '../google/sheets';
import { type Benchmark, figure } from '../harness/benchmark';
import { SyncCompletionFeed } from './sync-completion-feed';
import { Owner } from './owner';
import { Stage } from './stage';

const MB = 1_000_000;
/** What a worker may hold that syncs a sheet, whatever the sheet's size. */
const ALLOWED_MB = 400;
/** The first row has the headers. */
const ROWS = LARGE.rows - 1;
const EARLY_ROWS = 200_000;

/** What a worker needs of memory for the largest sheet there is, all of Nest included. */
export const millionRows: Benchmark = {
  name: 'sync-million-rows',
  title: 'The memory of a worker that syncs a million rows',

  async run(context) {
    const stage = await Stage.set(context, [ACCOUNT]);
    const service = await stage.start('none');
    const completions = new SyncCompletionFeed(context.signal);
    const owner = await Owner.signIn(context, stage, service, 'owner', completions);
    const early = new Promise<number>((resolve, reject) => {
      completions.onProgress = (done) => {
        context.progress(`${done} of ${ROWS} rows`);
        if (done >= EARLY_ROWS) service.worker.peakBytes().then(resolve, reject);
      };
    });
    await owner.sync(await owner.connect(LARGE.id, LARGE.tab, false));
    const [earlyPeak] = await Promise.all([early, completions.completed(1, ROWS)]);
    const peak = await service.worker.peakBytes();
    const measured = { value: peak / MB, unit: 'MB' };
    return [
      figure({
        name: 'memory of a worker that syncs a million rows, at most',
        ...measured,
        baseline: 'allowed',
        baselineValue: ALLOWED_MB,
        target: { atMost: 1 },
      }),
      figure({
        name: 'the same at the end of the sheet',
        ...measured,
        baseline: `after ${EARLY_ROWS.toLocaleString('en-US')} rows`,
        baselineValue: earlyPeak / MB,
        target: { atMost: 1.25 },
      }),
    ];
  },
};
