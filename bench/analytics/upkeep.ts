import { join } from 'node:path';
import { ACCOUNT } from '../google/emulator';
import { type Benchmark, type Figure, figure } from '../harness/benchmark';
import { measure } from '../harness/measure';
import { Stage } from '../sync/stage';
import { cellsOf, orderAt } from './orders';
import { ONLY_FACTS, UNWATCHED, WATCHED } from './owners';
import { SHEET } from './sheet';
import { Syncs } from './syncs';

const EMULATOR = join(__dirname, 'emulator-server.js');
const LESS_UPKEEP = join(__dirname, 'less-upkeep.js');
const FIRST = { warmUp: 1, counted: 3 };
const LATER = { warmUp: 2, counted: 9 };
const NEW_ROWS = 10;
const ALLOWED = 0.1;
/** A sync of few rows does little, beside which counting all of them is much. */
const ALLOWED_FOR_FEW = 0.5;

type Times = Readonly<Record<'watched' | 'facts' | 'unwatched', { readonly ms: number }>>;

/** What syncs do for analytics, as a part of all that they do. */
export const upkeep: Benchmark = {
  name: 'analytics-upkeep',
  title: 'What analytics cost a sync',

  async run(context) {
    const stage = await Stage.set(context, [ACCOUNT], EMULATOR);
    const service = await stage.start('none', { workerPreload: LESS_UPKEEP });
    const by = (owner: string): Promise<Syncs> => Syncs.of(context, stage, service, owner);
    const [watched, facts, unwatched] = [
      await by(WATCHED),
      await by(ONLY_FACTS),
      await by(UNWATCHED),
    ];
    const first = await measure(
      {
        unwatched: () => unwatched.first(),
        facts: () => facts.first(),
        watched: () => watched.first(),
      },
      { ...FIRST, onRound: (round, of) => context.progress(`first sync, round ${round} of ${of}`) },
    );
    const rows = Array.from({ length: NEW_ROWS }, (_, number) =>
      cellsOf(orderAt(SHEET.rows - 1 - number, SHEET.rows)),
    );
    const later = await measure(
      {
        unwatched: async () => {
          await stage.google.edit(SHEET.id, { kind: 'append', tab: SHEET.tab, rows });
          return unwatched.again(NEW_ROWS);
        },
        facts: () => facts.again(NEW_ROWS),
        watched: () => watched.again(NEW_ROWS),
      },
      { ...LATER, onRound: (round, of) => context.progress(`new rows, round ${round} of ${of}`) },
    );
    const count = SHEET.rows.toLocaleString('en-US');
    return [
      ...shares(`the first sync of ${count} rows`, first, ALLOWED),
      ...shares(`a sync of ${NEW_ROWS} new rows below them`, later, ALLOWED_FOR_FEW),
    ];
  },
};

/** What is spent for analytics in a sync: on what is stored beside rows, and on adding them up. */
function shares(sync: string, { watched, facts, unwatched }: Times, allowed: number): Figure[] {
  const share = (name: string, ms: number): Figure =>
    figure({
      name: `${name}, in ${sync}`,
      value: ms,
      unit: 'ms',
      baseline: 'all of it',
      baselineValue: watched.ms,
      target: { atMost: allowed },
    });
  return [
    share('keeping roll-ups', watched.ms - facts.ms),
    share('facts beside rows', facts.ms - unwatched.ms),
  ];
}
