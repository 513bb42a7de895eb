import { ACCOUNT } from '../google/emulator';
import { GROWING } from '../google/sheets';
import { type Benchmark, type BenchmarkContext, type Figure, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { SyncCompletionFeed } from './sync-completion-feed';
import { Owner } from './owner';
import { RowWrites } from './row-writes';
import { Stage } from './stage';

/** The first row of the sheet has the headers. */
const ROWS = GROWING.rows - 1;
const ONE_BY_ONE = 5_000;
/** The sync whose rows the others write again has warmed everything up. */
const ROUNDS = { warmUp: 0, counted: 3 };

/** The first sync of a sheet, from the trigger to the event that tells of its end. */
export const largeSheet: Benchmark = {
  name: 'sync-large-sheet',
  title: 'The first sync of a large sheet',

  async run(context) {
    const stage = await Stage.set(context, [ACCOUNT]);
    const syncs = await FirstSyncs.start(context, stage);
    const { id } = await syncs.once();
    const writes = await RowWrites.like(stage.db, id, stage.client.db('scratch'));
    if (writes.count !== ROWS) throw new Error(`${writes.count} of ${ROWS} rows are stored`);
    const medians = await measure(
      {
        sync: async () => perSecond(ROWS, (await syncs.once()).ms),
        bulk: async () => perSecond(ROWS, await writes.inBulk()),
        single: async () => perSecond(ONE_BY_ONE, await writes.oneByOne(ONE_BY_ONE)),
      },
      {
        ...ROUNDS,
        onRound: (number, of) => context.progress(`${ROWS} rows, round ${number} of ${of}`),
      },
    );
    return figures(medians);
  },
};

function figures(medians: Record<'sync' | 'bulk' | 'single', { rowsPerSecond: number }>): Figure[] {
  const rows = ROWS.toLocaleString('en-US');
  const speed = {
    name: `first sync of ${rows} rows`,
    value: medians.sync.rowsPerSecond,
    unit: 'rows/s',
  };
  return [
    figure({
      ...speed,
      baseline: 'bulk upserts from memory',
      baselineValue: medians.bulk.rowsPerSecond,
      target: { atLeast: 0.6 },
    }),
    figure({
      ...speed,
      baseline: 'one upsert a row',
      baselineValue: medians.single.rowsPerSecond,
      target: { atLeast: 10 },
    }),
  ];
}

/** Connects the same sheet again and again, so that every sync is a first one. */
class FirstSyncs {
  private constructor(
    private readonly owner: Owner,
    private readonly completions: SyncCompletionFeed,
  ) {}

  static async start(context: BenchmarkContext, stage: Stage): Promise<FirstSyncs> {
    const service = await stage.start('none');
    const completions = new SyncCompletionFeed(context.signal);
    const owner = await Owner.signIn(context, stage, service, 'owner', completions);
    return new FirstSyncs(owner, completions);
  }

  /** How many milliseconds it takes from the trigger until its owner hears of the end. */
  async once(): Promise<{ id: string; ms: number }> {
    const id = await this.owner.connect(GROWING.id, GROWING.tab, false);
    this.completions.forget();
    const begin = performance.now();
    await this.owner.sync(id);
    const { at } = await this.completions.completed(1, ROWS);
    return { id, ms: at - begin };
  }
}

function perSecond(rows: number, ms: number): { rowsPerSecond: number } {
  return { rowsPerSecond: (rows * 1_000) / ms };
}
