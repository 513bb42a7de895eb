import { type BenchmarkContext } from '../harness/benchmark';
import { measure, type Rounds } from '../harness/measure';
import { median } from '../harness/statistics';
import { AskedSheet, type Way } from './asked-sheet';
import { type BenchQuestion, QUESTIONS } from './questions';
import { SeedPipelines } from './seed';
import { type Stage } from './stage';

/**
 * How many milliseconds an answer takes: from rows where roll-ups would do, as it is made otherwise, from
 * the cache, or made by the seed.
 */
export type Cost = Readonly<Record<'scan' | 'cold' | 'kept' | 'seed', number>>;

/** The costs of all questions, in their order. */
export type Costs = readonly Cost[];

/** What comes this fast is asked for several times a round: one time says little. */
const KEPT_ASKED = 25;
const ROLLED_UP_ASKED = 5;

/** What every question costs about a sheet with so many orders. */
export async function costsOf(
  context: BenchmarkContext,
  stage: Stage,
  count: number,
  rounds: Pick<Rounds, 'warmUp' | 'counted'>,
): Promise<Costs> {
  const sheet = new AskedSheet(stage, await stage.addOrders(count));
  const seed = new SeedPipelines(stage.db.collection('sheet_raw_data'), sheet.id);
  const costs: Cost[] = [];
  for (const question of QUESTIONS) {
    const onRound = (number: number, of: number): void =>
      context.progress(`${question.name} of ${count} rows, round ${number} of ${of}`);
    costs.push(await costOf(sheet, seed, question, { ...rounds, onRound }));
  }
  return costs;
}

async function costOf(
  sheet: AskedSheet,
  seed: SeedPipelines,
  { name, path, isRolledUp, seed: askSeed }: BenchQuestion,
  rounds: Rounds,
): Promise<Cost> {
  const bodies = new Set<string>();
  const made = async (way: Way): Promise<number> => {
    const { ms, body } = await sheet.cold(path, way);
    bodies.add(body);
    if (bodies.size > 1) throw new Error(`${name}: rows and roll-ups do not say the same`);
    return ms;
  };
  const { scan, cold, kept, seeds } = await measure(
    {
      scan: async () => ({ ms: isRolledUp ? await made('scan') : NaN }),
      cold: async () => ({
        ms: await often(isRolledUp ? ROLLED_UP_ASKED : 1, () => made('roll-up')),
      }),
      kept: async () => ({ ms: await often(KEPT_ASKED, async () => (await sheet.kept(path)).ms) }),
      seeds: async () => {
        const begin = performance.now();
        await askSeed(seed);
        return { ms: performance.now() - begin };
      },
    },
    rounds,
  );
  return { scan: scan.ms, cold: cold.ms, kept: kept.ms, seed: seeds.ms };
}

async function often(times: number, ask: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  while (taken.length < times) taken.push(await ask());
  return median(taken);
}
